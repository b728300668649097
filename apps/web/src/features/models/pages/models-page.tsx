import { Link } from 'react-router';
import { dateTime, number, relative } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { Icon } from '../../../ui/icon.tsx';
import { FailedState, SkeletonLines } from '../../../ui/states.tsx';
import { useModels, type ModelRow } from '../models.queries.ts';
import { ModelStatus, ParseState } from '../parts/parse-state.tsx';
import '../parts/models.css';

/** All models of a project one may see, each with its state; a parsing one shows its step and may be left. */
export default function ModelsPage() {
  const t = useT();
  const projectId = useProjectId() ?? 0;
  const { data, error, refetch } = useModels(projectId);
  return (
    <div className="models-page">
      <header className="models-head">
        <h1 className="visually-hidden">{t('viewer.models.title')}</h1>
        <p className="model-note-small">{data && t('viewer.models.count', { n: data.list.length })}</p>
        <Link className="button" to={`/file/index?project_id=${projectId}`}>
          <Icon name="upload" /> {t('viewer.models.toFiles')}
        </Link>
      </header>
      {!data && error === null && <SkeletonLines lines={4} />}
      {!data && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data && data.list.length === 0 && (
        <div className="state">
          <Icon name="model" size={40} />
          <p className="state-title">{t('viewer.models.empty')}</p>
          <p className="state-text">{t('viewer.models.emptyText')}</p>
          <Link className="button button-primary" to={`/file/index?project_id=${projectId}`}>
            {t('viewer.models.toFiles')}
          </Link>
        </div>
      )}
      <ul className="models-list">
        {data?.list.map((model) => (
          <li key={model.id}>
            <ModelCard model={model} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ModelCard({ model }: { model: ModelRow }) {
  const t = useT();
  return (
    <article className="model-card" data-testid={`model-${model.id}`} data-status={model.status}>
      <Link className="model-card-name" to={`/file/model/view?id=${model.id}&project_id=${model.project_id}`}>
        <Icon name="model" size={20} />
        <span>{model.name}</span>
      </Link>
      <p className="model-viewpoint-by">
        <ModelStatus model={model} /> {t('viewer.version', { n: model.version_no })}
        {model.element_count !== null && ` · ${t('viewer.components', { n: number(model.element_count) })}`}
        {model.schema !== '' && ` · ${model.schema}`}
        {' · '}
        <span title={dateTime(model.updated_at)}>{relative(model.updated_at)}</span>
      </p>
      {model.warnings.map((warning) => (
        <p key={warning.code} className="model-warning">
          <Icon name="warning" size={14} /> {warning.text}
        </p>
      ))}
      <ParseState model={model} mayReparse={model.can.reparse} />
    </article>
  );
}
