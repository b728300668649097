import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { useReparse, type ModelInfo } from '../../models.queries.ts';

/** A quiet line for users who may convert again, when the present converter would read more from the same file. */
export function ConvertAgain({ model }: { model: ModelInfo }) {
  const t = useT();
  const reparse = useReparse();
  if (model.status !== 'parsed' || model.viewable?.outdated !== true || !model.can.reparse) return null;
  return (
    <p className="model-hint" role="note">
      <Icon name="info" size={14} />
      <span>{t('viewer.outdated')}</span>
      <button
        type="button"
        className="button button-small"
        disabled={reparse.isPending}
        onClick={() => reparse.mutate({ project_id: model.project_id, id: model.id, version_id: model.version_id })}
      >
        {t('viewer.convertAgain')}
      </button>
    </p>
  );
}
