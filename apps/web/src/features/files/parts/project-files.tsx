import { Link } from 'react-router';
import { fileSize, number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { FailedState, SkeletonLines } from '../../../ui/states.tsx';
import { useFolder } from '../files.queries.ts';
import './project-files.css';

const SHOWN = 6;

/** Where the files of a project lie: its fullest folders, as far as one may see them. */
export function ProjectFiles({ projectId }: { projectId: number }) {
  const t = useT();
  const query = useFolder({ project_id: projectId, ispage: 'not' }, projectId > 0);
  const entries = query.data?.list ?? [];
  const folders = entries
    .filter(({ kind, file_total }) => kind === 'folder' && (file_total ?? 0) > 0)
    .toSorted((a, b) => (b.file_total ?? 0) - (a.file_total ?? 0));
  return (
    <section className="project-panel" aria-label={t('projects.latest.files')}>
      <h2>{t('projects.latest.files')}</h2>
      {query.data === undefined && query.error === null && <SkeletonLines lines={4} />}
      {query.data === undefined && query.error !== null && (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && folders.length === 0 && <p className="muted">{t('projects.latest.noFiles')}</p>}
      {folders.length > 0 && (
        <ul className="project-files">
          {folders.slice(0, SHOWN).map((folder) => (
            <li key={folder.id}>
              <Link to={`/file/index?project_id=${projectId}&pid=${folder.id}`}>
                <Icon name="folder" />
                <span className="ellipsis" title={folder.name}>
                  {folder.name}
                </span>
                <span className="project-files-figure tabular">
                  {t('projects.latest.fileCount', { n: number(folder.file_total ?? 0) })}
                </span>
                <span className="project-files-figure tabular">{fileSize(folder.size)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
