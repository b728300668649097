import type { ReactNode } from 'react';
import { statistics } from '@prdm/contract/tasks/statistics';
import { useT } from '../../../../lib/i18n.ts';
import { useApiQuery } from '../../../../lib/api/queries.ts';
import { FailedState, SkeletonLines } from '../../../../ui/feedback/states.tsx';
import { matrixOf, type Named } from './project-matrix.logic.ts';
import { ProjectDue } from './project-due.tsx';
import { ProjectFiguresLine } from './project-figures.tsx';
import { ProjectMatrix } from './project-matrix.tsx';
import './project-work.css';

interface Work {
  readonly projectId: number;
  readonly stages: readonly (Named & { readonly current: boolean })[];
  readonly professions: readonly Named[];
  /** The first steps, shown while there are no tasks. */
  readonly start: ReactNode;
}

/** The state of the work in a project: figures, disciplines by stages, due tasks. A non-project has no stages. */
export function ProjectWork({ projectId, stages, professions, start }: Work) {
  const t = useT();
  const { data, error, refetch } = useApiQuery(
    statistics,
    { project_ids: [projectId], detail: true },
    { enabled: projectId > 0, keepOld: false },
  );
  if (data === undefined)
    return error === null ? <SkeletonLines lines={6} /> : <FailedState error={error} onRetry={() => void refetch()} />;
  const [figures] = data.list;
  if (figures === undefined || figures.total === 0) return start;
  const hasStages = stages.length > 0;
  return (
    <section className="project-work" data-plain={!hasStages} aria-label={t('projects.work.title')}>
      <ProjectFiguresLine projectId={projectId} figures={figures} />
      <ProjectDue projectId={projectId} />
      {hasStages && <ProjectMatrix projectId={projectId} matrix={matrixOf(data.cells, stages, professions)} />}
    </section>
  );
}
