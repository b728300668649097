import { COST_LEVELS } from '@prdm/contract/config/cost';
import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { isComplete, percentText, sumOf, type CostDraft } from '../../cost.logic.ts';
import type { CostEdit } from '../../use-cost-edit.ts';

/** The bar at the foot of the page while something is unsaved. */
export function SaveBar({ edit, draft }: { edit: CostEdit; draft: CostDraft }) {
  const t = useT();
  const canSave = isComplete(draft);
  if (edit.isStale)
    return (
      <div className="cost-save" data-stale="true" role="alert">
        <p>
          <Icon name="warning" />
          {t('cost.stale')}
        </p>
        <button type="button" className="button" onClick={edit.discard}>
          {t('cost.takeLatest')}
        </button>
        {edit.canKeep && (
          <button type="button" className="button" onClick={edit.keepMine}>
            {t('cost.keepMine')}
          </button>
        )}
      </div>
    );
  return (
    <div className="cost-save" role="region" aria-label={t('cost.unsaved')}>
      <p>{canSave ? t('cost.unsaved') : whyNot(draft, t)}</p>
      <button type="button" className="button" disabled={edit.isBusy} onClick={edit.discard}>
        {t('cost.discard')}
      </button>
      <button
        type="button"
        className="button button-primary"
        disabled={edit.isBusy || !canSave}
        onClick={() => void edit.save()}
      >
        {t('common.save')}
      </button>
    </div>
  );
}

/** The levels that are not whole with their differences. Their own lines of sums may be out of sight. */
function whyNot({ figures }: CostDraft, t: ReturnType<typeof useT>): string {
  const wrong = COST_LEVELS.flatMap((level) => {
    const { isBad, missing } = sumOf(figures[level]);
    if (isBad) return [t('cost.fixLevel', { level: t(`cost.levels.${level}`), why: t('cost.badRatio') })];
    if (missing === 0) return [];
    const why = t(missing > 0 ? 'cost.short' : 'cost.over', { diff: percentText(missing) });
    return [t('cost.fixLevel', { level: t(`cost.levels.${level}`), why })];
  });
  return [t('cost.fix'), ...wrong].join(' · ');
}
