import { useSearchParams } from 'react-router';
import { number } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import type { ModelInfo, ViewpointRow } from '../../models.queries.ts';
import type { Missing } from './apply-view.ts';

/** The version of a stored view. Null: it was not recorded. */
export type ViewVersion = Pick<ViewpointRow, 'version_id' | 'version_no'>;

/** A quiet line for a shown view that was saved in another version or names missing components. */
export function ViewpointNote(props: { model: ModelInfo; viewpoint: ViewVersion | null; missing: Missing | null }) {
  const { model, viewpoint, missing } = props;
  const t = useT();
  const [, setAddress] = useSearchParams();
  if (viewpoint === null) return null;
  const { version_id: taken, version_no } = viewpoint;
  const isOther = taken !== null && taken !== model.viewable?.version_id;
  if (!isOther && missing === null) return null;
  const isThere = model.versions.some(({ version_id, openable }) => version_id === taken && openable);
  return (
    <p className="model-hint" role="status">
      <Icon name="info" size={14} />
      {missing !== null && (
        <span>{t('viewer.viewpoints.missing', { n: number(missing.n), m: number(missing.m), count: missing.n })}</span>
      )}
      {isOther && <span>{t('viewer.viewpoints.takenIn', { n: version_no })}</span>}
      {isOther && isThere && (
        <button
          type="button"
          className="button button-small"
          onClick={() =>
            setAddress((before) => {
              before.set('version_id', String(taken));
              return before;
            })
          }
        >
          {t('viewer.viewpoints.openThere')}
        </button>
      )}
    </p>
  );
}
