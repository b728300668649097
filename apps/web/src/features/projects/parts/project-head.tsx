import type { ReactNode } from 'react';
import type { ProjectInfo } from '@prdm/contract/projects';
import { standardName, useT } from '../../../lib/i18n.ts';
import { LinkTabs } from '../../../ui/controls/link-tabs.tsx';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import { PersonLine } from '../../../ui/people/people-picker.tsx';
import { projectPath } from '../addresses.ts';
import { ProjectCover } from './project-cover.tsx';
import { ProjectSwitcher, type WhereIn } from './project-switcher.tsx';
import './project-head.css';

export type ProjectPart = 'overview' | 'members' | 'settings';

export const partPath = (id: number, part: ProjectPart): string =>
  part === 'overview' ? projectPath(id) : `${projectPath(id)}&tab=${part}`;

/**
 * The slim head of all pages of one project. Without a project it is empty and keeps its height.
 * `part` is the open part of the project's own page, null on every other page.
 */
export function ProjectHead(props: {
  project: ProjectInfo | undefined;
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
            <ToneChip
              tone={project.status === 'ongoing' ? 'blue' : 'neutral'}
              mark={project.status === 'ongoing' ? '◐' : '‖'}
            >
              {t(`projects.status.${project.status}`)}
            </ToneChip>
            <span className="project-head-stage ellipsis" title={t('projects.field.stage_id')}>
              {standardName('stage', project.stage_name)}
            </span>
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

function linksOf({ id, can, member_count }: ProjectInfo, part: ProjectPart | null, t: ReturnType<typeof useT>) {
  const away = part === null;
  return [
    { key: 'overview', label: t('projects.detail.overview'), to: partPath(id, 'overview'), away },
    { key: 'members', label: t('projects.detail.members'), to: partPath(id, 'members'), count: member_count, away },
    ...(can.edit
      ? [{ key: 'settings', label: t('projects.detail.settings'), to: partPath(id, 'settings'), away }]
      : []),
  ];
}
