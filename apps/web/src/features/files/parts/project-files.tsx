import { Link } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useRecentFiles } from '../files.queries.ts';
import { fileIcon } from './file-icon.ts';
import './project-files.css';

const SHOWN = 6;

/** The most recently changed files of a project that the user may see. Each links to its folder. */
export function ProjectFiles({ projectId }: { projectId: number }) {
  const t = useT();
  const query = useRecentFiles(projectId, SHOWN);
  const files = query.data?.list;
  return (
    <section className="project-panel" aria-label={t('projects.latest.files')}>
      <h2>{t('projects.latest.files')}</h2>
      {files === undefined && query.error === null && <SkeletonLines lines={4} />}
      {files === undefined && query.error !== null && (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {files?.length === 0 && <p className="muted">{t('projects.latest.noFiles')}</p>}
      {files !== undefined && files.length > 0 && (
        <ul className="project-files">
          {files.map((file) => (
            <li key={file.id}>
              <Link to={`/file/index?project_id=${projectId}&pid=${file.pid}`}>
                <Icon name={fileIcon(file)} />
                <span className="ellipsis" title={file.name}>
                  {file.name}
                </span>
                <span className="ellipsis project-files-place">{file.crumbs.at(-1)?.name}</span>
                <span className="project-files-when">
                  {file.owner} <DateText value={file.updated_at} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
