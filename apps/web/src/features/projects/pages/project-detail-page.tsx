import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { LinkTabs, type LinkTab } from '../../../ui/controls/link-tabs.tsx';
import { OverviewTab } from '../parts/overview-tab.tsx';
import { ProjectActions } from '../parts/project-actions.tsx';
import { nonProjectPath, partPath, type ProjectPart } from '../addresses.ts';
import { ProjectHead } from '../parts/project-head.tsx';
import type { WhereIn } from '../parts/project-switcher.tsx';
import { SettingsTab } from '../parts/settings-tab.tsx';
import type { OverviewSlots } from '../parts/slots.ts';
import { MembersViews } from '../parts/staffing/members-views.tsx';
import { useEnterProject, useProjectInfo } from '../projects.queries.ts';
import { useDropRefused } from '../use-confirmed-project.ts';
import '../parts/projects.css';
import '../parts/project-page.css';

const PARTS: readonly ProjectPart[] = ['overview', 'members', 'settings'];

/** One project: its overview, its members and its sheet. `sections` are the pages of the project below /file. */
export default function ProjectDetailPage(props: {
  slots: OverviewSlots;
  sections: readonly LinkTab[];
  whereIn: WhereIn;
}) {
  const { slots, sections, whereIn } = props;
  const t = useT();
  const [address] = useSearchParams();
  // All other pages of a project use `project_id`. Users shorten and type addresses, so both names work here.
  const id = Number(address.get('id') ?? address.get('project_id') ?? 0);
  const [isQuiet, setQuiet] = useState(false);
  const query = useProjectInfo(isQuiet || !Number.isSafeInteger(id) ? 0 : id);
  useErrorPage(query.error);
  const [kept, setKept] = useState(query.data);
  if (query.data !== undefined && query.data !== kept) setKept(query.data);
  const project = isGone(query.error) ? undefined : (query.data ?? (isQuiet ? kept : undefined));
  useEnterProject(project);
  useDropRefused(id, query.error);
  if (!(id > 0))
    return (
      <EmptyState icon="project" title={t('projects.detail.noId')}>
        <Link className="button" to="/project/index">
          {t('projects.detail.toList')}
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
  // The switcher and old links name a non-project by the address of a project.
  if (!project.is_project) return <Navigate to={nonProjectPath(project.id)} replace />;
  const asked = PARTS.find((part) => part === address.get('tab')) ?? 'overview';
  const part = asked === 'settings' && !project.can.edit ? 'overview' : asked;
  return (
    <div className="project-page">
      <ProjectHead project={project} part={part} whereIn={whereIn}>
        <ProjectActions project={project} onQuiet={setQuiet} />
      </ProjectHead>
      <div className="project-tabs">
        <LinkTabs label={t('projects.detail.sections')} current="" tabs={sections} />
      </div>
      <div className="project-body">
        {!isQuiet && part === 'overview' && <OverviewTab project={project} slots={slots} />}
        {!isQuiet && part === 'members' && <MembersViews project={project} />}
        {!isQuiet && part === 'settings' && (
          <SettingsTab key={project.id} project={project} onDone={partPath(id, 'overview')} />
        )}
      </div>
    </div>
  );
}
