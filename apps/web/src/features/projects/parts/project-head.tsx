import type { ReactNode } from 'react';
import type { ProjectInfo } from '@prdm/contract/projects';
import { standardName, useT } from '../../../lib/i18n.ts';
import { LinkTabs } from '../../../ui/controls/link-tabs.tsx';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import { PersonLine } from '../../../ui/people/people-picker.tsx';
import { partPath, type ProjectPart } from '../addresses.ts';
import { ProjectCover } from './project-cover.tsx';
import { ProjectSwitcher, type WhereIn } from './project-switcher.tsx';
import './project-head.css';

export { partPath, type ProjectPart } from '../addresses.ts';

/** The facts of a project or non-project that the head shows. */
export type HeadProject = Pick<
  ProjectInfo,
  'id' | 'name' | 'thumb' | 'is_project' | 'status' | 'stage_name' | 'manager_id' | 'manager_name' | 'manager_thumb'
> & { readonly member_count: number; readonly can: { readonly edit: boolean; readonly member: boolean } };

/**
 * The slim head of all pages of one project. Without a project it is empty and keeps its height.
 * `part` is the open part of the project's own page, null on every other page.
 */
export function ProjectHead(props: {
  project: HeadProject | undefined;
  part: ProjectPart | null;
  whereIn: WhereIn;
  children?: ReactNode;
}) {
  const t = useT();
  const { project, part } = props;
  return (
    <section className="project-head" aria-label={t('projects.head.label')}>
      {project !== undefined && (
        <>
          <div className="project-head-main">
            <ProjectCover thumb={project.thumb} />
            <Heading isPage={part !== null}>
              <ProjectSwitcher project={project} whereIn={props.whereIn} />
            </Heading>
            <ToneChip tone={isOpen(project) ? 'blue' : 'neutral'} mark={isOpen(project) ? '◐' : '‖'}>
              {statusOf(project, t)}
            </ToneChip>
            {project.stage_name !== '' && (
              <span className="project-head-stage ellipsis" title={t('projects.field.stage_id')}>
                {standardName('stage', project.stage_name)}
              </span>
            )}
            <span className="project-head-manager" title={t('projects.field.manager_id')}>
              <span className="visually-hidden">{t('projects.field.manager_id')}</span>
              <PersonLine
                person={{ id: project.manager_id, name: project.manager_name, thumb: project.manager_thumb }}
              />
            </span>
          </div>
          <div className="project-head-end">
            <LinkTabs quiet label={t('projects.detail.tabs')} current={part ?? ''} tabs={linksOf(project, part, t)} />
            {props.children}
          </div>
        </>
      )}
    </section>
  );
}

const Heading = ({ isPage, children }: { isPage: boolean; children: ReactNode }) =>
  isPage ? <h1 className="project-head-name">{children}</h1> : <div className="project-head-name">{children}</div>;

const isOpen = ({ status }: HeadProject): boolean => status === 'ongoing' || status === 'open';

const statusOf = ({ status }: HeadProject, t: ReturnType<typeof useT>): string =>
  status === 'open' || status === 'closed' ? t(`non-projects.status.${status}`) : t(`projects.status.${status}`);

function linksOf(project: HeadProject, part: ProjectPart | null, t: ReturnType<typeof useT>) {
  const { id, can, member_count, is_project } = project;
  const away = part === null;
  // The head of a page inside a non-project has the rights of `project/info`, which gives no edit of one.
  const maySet = can.edit || (!is_project && can.member && isOpen(project));
  return [
    { key: 'overview', label: t('projects.detail.overview'), to: partPath(id, 'overview', is_project), away },
    {
      key: 'members',
      label: t('projects.detail.members'),
      to: partPath(id, 'members', is_project),
      count: member_count,
      away,
    },
    ...(maySet
      ? [{ key: 'settings', label: t('projects.detail.settings'), to: partPath(id, 'settings', is_project), away }]
      : []),
  ];
}
