import { Link } from 'react-router';
import { useT } from '../../../../lib/i18n.ts';
import { DateText } from '../../../../ui/date-text.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { FailedState, SkeletonLines } from '../../../../ui/feedback/states.tsx';
import { useModels } from '../../models.queries.ts';
import { ModelStatus } from './parse-state.tsx';
import './project-models.css';

const SHOWN = 4;
/** The latest models of a project, with their uploaders. */
export function ProjectModels({ projectId }: { projectId: number }) {
  const t = useT();
  const query = useModels({ project_id: projectId, sort: 'time', order: 'desc', size: SHOWN });
  const models = query.data?.list.filter(({ project_id }) => project_id === projectId);
  return (
    <section className="project-panel" aria-label={t('projects.latest.models')}>
      <h2>{t('projects.latest.models')}</h2>
      {models === undefined && query.error === null && <SkeletonLines lines={SHOWN} />}
      {models === undefined && query.error !== null && (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {models?.length === 0 && <p className="muted">{t('projects.latest.noModels')}</p>}
      {models !== undefined && models.length > 0 && (
        <ul className="project-models">
          {models.map((model) => (
            <li key={model.id}>
              <Link to={`/file/model/view?id=${model.id}&project_id=${model.project_id}`}>
                <Icon name="model" />
                <span className="ellipsis" title={model.name}>
                  {model.name}
                </span>
                {model.status !== 'parsed' && <ModelStatus model={model} />}
                <span className="project-models-when">
                  {model.uploader} <DateText value={model.uploaded_at} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
