import { Link } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ToneChip } from '../../../ui/status-chip.tsx';
import { useReparse, type ModelRow } from '../models.queries.ts';

/** How far a conversion is, or why it failed and what to do; nothing once the model is there. */
export function ParseState({ model, mayReparse = false }: { model: ModelRow; mayReparse?: boolean }) {
  const t = useT();
  const reparse = useReparse();
  if (model.status === 'parsed') return null;
  if (model.status === 'parsing') {
    return (
      <div className="model-parsing" role="status">
        <div
          className="model-progress"
          role="progressbar"
          aria-valuenow={model.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-label={t('viewer.parsing')}
        >
          <span style={{ width: `${Math.max(2, model.progress)}%` }} />
        </div>
        <p>
          {t(`models.step.${model.step}`)} <span className="tabular">{model.progress}%</span>
        </p>
        <p className="model-note-small">{t('viewer.mayLeave')}</p>
      </div>
    );
  }
  return (
    <div className="model-failed" role="alert">
      <p className="model-failed-title">
        <Icon name="error" /> {t('codes.1017')}
      </p>
      <p>{model.reason_text}</p>
      {mayReparse && (
        <p className="model-failed-actions">
          <Link
            className="button button-primary"
            to={`/file/index?project_id=${model.project_id}&pid=${model.folder_id}&file=${model.file_id}`}
          >
            <Icon name="upload" /> {t('viewer.newVersion')}
          </Link>
          <button
            type="button"
            className="button"
            disabled={reparse.isPending}
            onClick={() => reparse.mutate({ project_id: model.project_id, id: model.id })}
          >
            {t('viewer.reparse')}
          </button>
        </p>
      )}
    </div>
  );
}

const LOOK = {
  parsing: { tone: 'blue', mark: '◐' },
  parsed: { tone: 'green', mark: '✓' },
  failed: { tone: 'red', mark: '✕' },
} as const;

export function ModelStatus({ model }: { model: ModelRow }) {
  const t = useT();
  const { tone, mark } = LOOK[model.status];
  return (
    <ToneChip tone={tone} mark={mark}>
      {t(`status.model.${model.status}`)}
      {model.status === 'parsing' && ` ${model.progress}%`}
    </ToneChip>
  );
}
