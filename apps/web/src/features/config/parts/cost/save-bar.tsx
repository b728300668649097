import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import type { CostEdit } from '../../use-cost-edit.ts';

/** The bar at the foot of the page while something is unsaved. */
export function SaveBar({ edit, isComplete }: { edit: CostEdit; isComplete: boolean }) {
  const t = useT();
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
      <p>{isComplete ? t('cost.unsaved') : t('cost.fix')}</p>
      <button type="button" className="button" disabled={edit.isBusy} onClick={edit.discard}>
        {t('cost.discard')}
      </button>
      <button
        type="button"
        className="button button-primary"
        disabled={edit.isBusy || !isComplete}
        onClick={() => void edit.save()}
      >
        {t('common.save')}
      </button>
    </div>
  );
}
