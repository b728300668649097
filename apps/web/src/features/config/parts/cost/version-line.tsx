import type { CostVersion } from '@prdm/contract/config/cost';
import { useT } from '../../../../lib/i18n.ts';
import { stateOf } from '../../cost.logic.ts';

/** The first version of an enterprise counts from the first day of the calendar. */
export const FIRST_DAY = '1900-01-01';

/** The versions of a type along the time, the oldest first. A new one that is not saved stands at the end. */
export function VersionLine(props: {
  versions: readonly CostVersion[];
  today: string;
  validId: number | undefined;
  shownId: number | null;
  /** The day of a new version that is not saved. */
  draftFrom: string | null;
  onShow: (id: number) => void;
}) {
  const t = useT();
  const { versions, draftFrom } = props;
  if (versions.length === 0 && draftFrom === null) return null;
  return (
    <ol className="cost-versions" aria-label={t('cost.versions')}>
      {versions
        .toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))
        .map((version) => {
          const state = stateOf(version, props.today, props.validId);
          return (
            <li key={version.id} data-state={state}>
              <button
                type="button"
                aria-current={version.id === props.shownId && draftFrom === null ? 'true' : undefined}
                onClick={() => props.onShow(version.id)}
              >
                <span className="tabular">{dayText(version.valid_from, t)}</span>
                <small>{t(`cost.states.${state}`)}</small>
              </button>
            </li>
          );
        })}
      {draftFrom !== null && (
        <li data-state="draft">
          <button type="button" aria-current="true">
            <span className="tabular">{t('cost.from', { day: draftFrom })}</span>
            <small>{t('cost.states.draft')}</small>
          </button>
        </li>
      )}
    </ol>
  );
}

const dayText = (day: string, t: ReturnType<typeof useT>): string =>
  day === FIRST_DAY ? t('cost.initial') : t('cost.from', { day });
