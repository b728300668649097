import { Link } from 'react-router';
import type { ModelReason } from '@prdm/contract/models';
import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { ToneChip } from '../../../../ui/feedback/status-chip.tsx';
import { useReparse, type ModelRow } from '../../models.queries.ts';

/** Reasons outside the file. Their text asks to parse the same file again. */
const ASKS_AGAIN: ReadonlySet<ModelReason> = new Set(['internal', 'lost', 'cancelled', 'queue_full']);

/**
 * Progress of a conversion, or the reason of its failure and the next action. Empty for a finished model. `version` is
 * the one to parse again, by default the newest.
 */
export function ParseState(props: { model: ModelRow; mayReparse?: boolean; version?: number }) {
  const { model, mayReparse = false, version } = props;
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
  const asksAgain = mayReparse && model.reason !== null && ASKS_AGAIN.has(model.reason);
  const again = (
    <button
      type="button"
      className={asksAgain ? 'button button-primary' : 'button'}
      disabled={reparse.isPending}
      onClick={() =>
        reparse.mutate({
          project_id: model.project_id,
          id: model.id,
          ...(version === undefined ? {} : { version_id: version }),
        })
      }
    >
      {t('viewer.reparse')}
    </button>
  );
  return (
    <div className="model-failed" role="alert">
      <p className="model-failed-title">
        <Icon name="error" /> {t('codes.1017')}
      </p>
      <p>{model.reason_text}</p>
      {model.can.replace && (
        <p className="model-failed-actions">
          {asksAgain && again}
          <Link
            className={asksAgain ? 'button' : 'button button-primary'}
            to={`/file/index?project_id=${model.project_id}&pid=${model.folder_id}&file=${model.file_id}`}
          >
            <Icon name="upload" /> {t('viewer.newVersion')}
          </Link>
          {mayReparse && !asksAgain && again}
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
