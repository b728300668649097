import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useErrorPage } from '../../../../lib/api/error-page.ts';
import { isGone } from '../../../../lib/api/queries.ts';
import { date } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { LinkTabs, type LinkTab } from '../../../../ui/controls/link-tabs.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../../ui/feedback/states.tsx';
import { NON_PROJECTS_PATH, newTaskPath, partPath, type ProjectPart } from '../../addresses.ts';
import { ProjectHead } from '../../parts/project-head.tsx';
import type { WhereIn } from '../../parts/project-switcher.tsx';
import type { OverviewSlots } from '../../parts/slots.ts';
import { useEnterProject } from '../../projects.queries.ts';
import { useDropRefused } from '../../use-confirmed-project.ts';
import { useNonProject } from '../non-projects.queries.ts';
import { NonProjectActions } from '../parts/non-project-actions.tsx';
import { NonProjectFacts } from '../parts/non-project-facts.tsx';
import { NonProjectMembers } from '../parts/non-project-members.tsx';
import { NonProjectSettings } from '../parts/non-project-settings.tsx';
import '../../parts/projects.css';
import '../../parts/project-page.css';

const PARTS: readonly ProjectPart[] = ['overview', 'members', 'settings'];

/** One non-project: its state of work and facts, its members and its sheet. */
export default function NonProjectDetailPage(props: {
  slots: OverviewSlots;
  sections: readonly LinkTab[];
  whereIn: WhereIn;
}) {
  const { slots, sections, whereIn } = props;
  const t = useT();
  const [address] = useSearchParams();
  const named = Number(address.get('id') ?? address.get('project_id') ?? 0);
  const [goneId, setGone] = useState(0);
  const id = Number.isSafeInteger(named) && named !== goneId ? named : 0;
  const query = useNonProject(id);
  useErrorPage(query.error);
  const project = isGone(query.error) ? undefined : query.data;
  useEnterProject(project && { id: project.id, name: project.name, type_id: null, is_project: false });
  useDropRefused(id, query.error);
  if (!(named > 0))
    return (
      <EmptyState icon="project" title={t('non-projects.detail.noId')}>
        <Link className="button" to={NON_PROJECTS_PATH}>
          {t('non-projects.detail.toList')}
        </Link>
      </EmptyState>
    );
  if (project === undefined)
    return (
      <div className="project-page">
        <ProjectHead project={undefined} part="overview" whereIn={whereIn} />
        {query.error === null ? (
          <div className="project-loading">
            <SkeletonLines lines={6} />
          </div>
        ) : (
          <FailedState error={query.error} onRetry={() => void query.refetch()} />
        )}
      </div>
    );
  const asked = PARTS.find((part) => part === address.get('tab')) ?? 'overview';
  const part = asked === 'settings' && !project.can.edit ? 'overview' : asked;
  const head = { ...project, is_project: false, thumb: '', stage_name: '' };
  return (
    <div className="project-page">
      <ProjectHead project={head} part={part} whereIn={whereIn}>
        <NonProjectActions project={project} onGone={() => setGone(id)} />
      </ProjectHead>
      <div className="project-tabs">
        <LinkTabs label={t('projects.detail.sections')} current="" tabs={sections} />
      </div>
      <div className="project-body">
        {project.closed_at !== null && (
          <p className="notice-line" data-kind="info" role="status">
            {t('non-projects.detail.closedNote', { at: date(project.closed_at), name: project.closed_by_name })}
          </p>
        )}
        {part === 'overview' && (
          <div className="project-overview">
            <section className="project-panel" aria-label={t('non-projects.detail.facts')}>
              <h2>{t('non-projects.detail.facts')}</h2>
              <NonProjectFacts project={project} />
            </section>
            <slots.Work
              projectId={project.id}
              stages={[]}
              professions={[]}
              start={
                <EmptyState icon="task" title={t('non-projects.detail.noTasks')}>
                  {project.can.edit && (
                    <Link className="button" to={newTaskPath(project.id)}>
                      {t('non-projects.detail.newTask')}
                    </Link>
                  )}
                </EmptyState>
              }
            />
            <div className="project-latest">
              {slots.latest.map(({ key, Panel }) => (
                <Panel key={`${key} ${project.id}`} projectId={project.id} />
              ))}
            </div>
          </div>
        )}
        {part === 'members' && <NonProjectMembers id={project.id} mayChange={project.can.member} />}
        {part === 'settings' && (
          <NonProjectSettings key={project.id} project={project} onDone={partPath(id, 'overview', false)} />
        )}
      </div>
    </div>
  );
}
