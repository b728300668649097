import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { LinkTabs } from '../../../ui/controls/link-tabs.tsx';
import { filesPath, modelsPath, projectPath, tasksPath } from '../addresses.ts';
import { MembersTab } from '../parts/members/members-tab.tsx';
import { OverviewTab } from '../parts/overview-tab.tsx';
import { ProjectHead } from '../parts/project-head.tsx';
import { SettingsTab } from '../parts/settings-tab.tsx';
import type { OverviewSlots } from '../parts/slots.ts';
import { useEnterProject, useProjectInfo } from '../projects.queries.ts';
import '../parts/projects.css';
import '../parts/project-page.css';

const TABS = ['overview', 'members', 'settings'] as const;
type Tab = (typeof TABS)[number];

/** One project: its state, its members, and the links to its areas. */
export default function ProjectDetailPage({ slots }: { slots: OverviewSlots }) {
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
  if (!(id > 0))
    return (
      <EmptyState icon="project" title={t('projects.detail.noId')}>
        <Link className="button" to="/project/index">
          {t('projects.detail.toList')}
        </Link>
      </EmptyState>
    );
  if (project === undefined)
    return query.error === null ? (
      <div className="project-loading">
        <SkeletonLines lines={6} />
      </div>
    ) : (
      <FailedState error={query.error} onRetry={() => void query.refetch()} />
    );
  const asked = TABS.find((tab) => tab === address.get('tab')) ?? 'overview';
  const tab: Tab = asked === 'settings' && !project.can.edit ? 'overview' : asked;
  const here = (name: Tab): string => (name === 'overview' ? projectPath(id) : `${projectPath(id)}&tab=${name}`);
  return (
    <div className="project-page">
      <ProjectHead project={project} editPath={here('settings')} onQuiet={setQuiet} />
      <div className="project-tabs">
        <LinkTabs
          label={t('projects.detail.tabs')}
          current={tab}
          tabs={[
            { key: 'overview', label: t('projects.detail.overview'), to: here('overview') },
            { key: 'members', label: t('projects.detail.members'), to: here('members'), count: project.member_count },
            { key: 'tasks', label: t('shell.groups.tasks'), to: tasksPath(id), away: true },
            { key: 'files', label: t('shell.groups.files'), to: filesPath(id), away: true },
            { key: 'models', label: t('shell.groups.models'), to: modelsPath(id), away: true },
            ...(project.can.edit
              ? [{ key: 'settings', label: t('projects.detail.settings'), to: here('settings') }]
              : []),
          ]}
        />
      </div>
      <div className="project-body">
        {!isQuiet && tab === 'overview' && <OverviewTab project={project} slots={slots} />}
        {!isQuiet && tab === 'members' && <MembersTab project={project} />}
        {!isQuiet && tab === 'settings' && <SettingsTab key={project.id} project={project} onDone={here('overview')} />}
      </div>
    </div>
  );
}
