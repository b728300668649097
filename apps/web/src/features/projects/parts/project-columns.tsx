import type { ProjectListRow } from '@prdm/contract/projects';
import { standardName, type Translate } from '../../../lib/i18n.ts';
import { date, number } from '../../../lib/format.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { PersonLine } from '../../../ui/people/people-picker.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { wordWidth } from '../../../ui/table/word-width.ts';
import { RoleTags } from './members/role-tags.tsx';
import { ProjectCover } from './project-cover.tsx';
import type { ListSlots } from './slots.ts';

/**
 * Columns of the project list. `Progress` is for ongoing projects. `onUnarchive` is for archived projects, whose tasks
 * are hidden.
 */
export function projectColumns(
  t: Translate,
  Progress: ListSlots['Cell'],
  onUnarchive: ((project: ProjectListRow) => void) | null,
): PageColumn<ProjectListRow>[] {
  return [
    {
      key: 'name',
      title: t('projects.field.name'),
      fixed: true,
      sort: true,
      card: 'title',
      render: (project) => (
        <span className="project-name" title={project.name}>
          <ProjectCover thumb={project.thumb} width={40} />
          <span className="ellipsis">{project.name}</span>
          {project.short_name !== project.name && <span className="project-short ellipsis">{project.short_name}</span>}
        </span>
      ),
    },
    {
      key: 'item_number',
      title: t('projects.field.item_number'),
      width: 116,
      sort: 'number',
      card: 'line',
      render: (project) => <span className="tabular">{project.item_number}</span>,
    },
    {
      key: 'type',
      title: t('projects.field.type_id'),
      width: wordWidth(130, 172),
      render: ({ type_name }) => standardName('project_type', type_name),
    },
    {
      key: 'stage',
      title: t('projects.field.stage_id'),
      width: wordWidth(120, 184),
      card: 'line',
      render: ({ stage_name }) => standardName('stage', stage_name),
    },
    ...(onUnarchive === null ? [progressColumn(t, Progress)] : []),
    {
      key: 'manager',
      title: t('projects.field.manager_id'),
      width: 132,
      card: 'end',
      render: (project) => (
        <PersonLine person={{ id: project.manager_id, name: project.manager_name, thumb: project.manager_thumb }} />
      ),
    },
    {
      key: 'my_roles',
      title: t('projects.list.myRoles'),
      width: 176,
      ...(onUnarchive === null ? {} : { optional: true as const }),
      render: (project) => <RoleTags roles={project.my_roles} />,
    },
    {
      key: 'members',
      title: t('projects.list.members'),
      width: wordWidth(90, 112),
      align: 'right',
      render: (project) => number(project.member_count),
    },
    {
      key: 'department',
      title: t('projects.field.department_id'),
      width: 150,
      optional: true,
      render: ({ department_name }) => department_name,
    },
    {
      key: 'deadline',
      title: t('projects.field.construction_end'),
      width: wordWidth(120, 150),
      align: 'right',
      sort: true,
      ...(onUnarchive === null ? {} : { optional: true as const }),
      render: (project) => <DateText value={date(project.construction_end)} />,
    },
    onUnarchive === null
      ? {
          key: 'created',
          title: t('projects.list.created'),
          width: 120,
          align: 'right',
          sort: true,
          optional: true,
          render: (project) => <DateText value={date(project.created_at)} />,
        }
      : {
          key: 'archived',
          title: t('projects.list.archivedBy'),
          width: 200,
          sort: true,
          card: 'line',
          render: (project) => (
            <>
              {project.archived_by_name} <DateText value={date(project.archived_at)} />
            </>
          ),
        },
    ...(onUnarchive === null ? [] : [unarchiveColumn(t, onUnarchive)]),
  ];
}

const progressColumn = (t: Translate, Progress: ListSlots['Cell']): PageColumn<ProjectListRow> => ({
  key: 'progress',
  title: t('projects.work.progress'),
  width: 196,
  card: 'line',
  render: ({ id }) => <Progress id={id} />,
});

const unarchiveColumn = (t: Translate, onUnarchive: (project: ProjectListRow) => void): PageColumn<ProjectListRow> => ({
  key: 'unarchive',
  fixed: 'right',
  title: t('projects.list.actions'),
  width: 130,
  card: 'end',
  render: (project) => (
    <button
      type="button"
      className="button button-small"
      disabled={!project.can.unarchive}
      title={project.can.unarchive ? undefined : t('projects.archive.notAllowed')}
      aria-label={t('projects.archive.undoNamed', { name: project.name })}
      onClick={() => onUnarchive(project)}
    >
      {t('projects.archive.undo')}
    </button>
  ),
});
