import { useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { add as taskAdd, type index as taskIndex } from '@prdm/contract/tasks';
import { PRIORITIES } from '@prdm/contract/status';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { Allowed } from '../../../ui/controls/allowed.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { useRecordParam } from '../../../ui/records/record-drawer.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { PageFilter } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { optionsOf, useProfessions, useStages } from '../../config/index.ts';
import { useEnterProject, useProject } from '../../projects/index.ts';
import { labelsOf, TASK_LABELS, UNFINISHED } from '../tasks.logic.ts';
import { useTask, useTasks } from '../tasks.queries.ts';
import { TaskDrawer } from '../parts/task-drawer.tsx';
import { taskColumns } from '../parts/task-columns.tsx';

type Query = z.input<typeof taskIndex.input>;
const TABS = ['all', 'mine', 'assigned', 'cc', 'review'] as const;
type Tab = (typeof TABS)[number];
const FILTERS = ['status', 'stage_id', 'profession_id', 'priority', 'overdue'] as const;

/** The tasks of the project in the address. Without a project the page first adds it to the address. */
export default function TaskListPage() {
  const [address] = useSearchParams();
  const projectId = useProjectId();
  if (address.get('project_id') === null || projectId === undefined) return <Incomplete />;
  return <TaskList projectId={projectId} />;
}

/**
 * Adds the missing project to the address. Older notices and typed addresses name only the task, so its project is
 * requested. Without a task, the last open project is used.
 */
function Incomplete() {
  const [address, setAddress] = useSearchParams();
  const near = useProjectId();
  const id = Number(address.get('id') ?? 0);
  const { data: task, error, refetch } = useTask(id > 0 ? id : null);
  useErrorPage(error);
  const projectId = id > 0 && !isGone(error) ? task?.project_id : near;
  useEffect(() => {
    if (projectId === undefined) return;
    setAddress(
      (before) => {
        before.set('project_id', String(projectId));
        return before;
      },
      { replace: true },
    );
  }, [projectId, setAddress]);
  if (error !== null && projectId === undefined) return <FailedState error={error} onRetry={() => void refetch()} />;
  return <SkeletonLines lines={8} />;
}

/** A dense list with tabs, filters and search. A task opens beside it. */
function TaskList({ projectId }: { projectId: number }) {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const tab = TABS.find((name) => name === address.get('tab')) ?? 'all';
  const view = useListView(FILTERS);
  const query = useTasks(inputOf(view, tab, projectId));
  useErrorPage(query.error);
  const record = useRecordParam('id');
  const filters = useFilters();
  const columns = useMemo(() => taskColumns(t), [t]);
  const ids = query.data?.list.map(({ id }) => id) ?? [];
  return (
    <div className="list-page">
      <InProject id={projectId} />
      <PageTable
        id="tasks"
        label={t('tasks.list.title')}
        columns={columns}
        rowKey={(row) => row.id}
        query={query}
        view={view}
        filters={filters}
        search={t('tasks.list.search')}
        onOpen={(row) => record.open(row.id)}
        openKey={record.id}
        keysOff={record.id !== null}
        start={
          <Segments
            label={t('tasks.list.title')}
            value={tab}
            options={TABS.map((value) => ({ value, label: t(`tasks.tabs.${value}`) }))}
            onChange={(value) =>
              setAddress((before) => {
                before.set('tab', value);
                before.delete('page');
                return before;
              })
            }
          />
        }
        end={
          <Allowed to={taskAdd} projectId={projectId}>
            <Link className="button button-primary" to={`/file/task/addEdit?project_id=${projectId}`}>
              <Icon name="plus" /> {t('tasks.list.add')}
            </Link>
          </Allowed>
        }
        empty={{
          title: t(`tasks.list.none.${tab}`),
          ...(tab === 'all' ? { text: t('tasks.list.emptyText') } : {}),
        }}
      />
      {record.id !== null && (
        <TaskDrawer projectId={projectId} id={record.id} ids={ids} onWalk={record.open} onClose={record.close} />
      )}
    </div>
  );
}

/** Makes the listed project the current one, so that the top bar shows its name. */
function InProject({ id }: { id: number }) {
  const { name } = useProject(id);
  useEnterProject(name === '' ? undefined : { id, name });
  return null;
}

function inputOf(view: ReturnType<typeof useListView>, tab: Tab, projectId: number): Query {
  const { filters, word } = view;
  const status = labelsOf(filters.status);
  return {
    project_id: projectId,
    tab,
    ...(status.length > 0 ? { status } : {}),
    ...(filters.stage_id ? { stage_id: filters.stage_id } : {}),
    ...(filters.profession_id ? { profession_id: filters.profession_id } : {}),
    ...(filters.priority ? { priority: filters.priority as (typeof PRIORITIES)[number] } : {}),
    // Includes late tasks under review. Their label shows the review, but all counts treat them as overdue.
    ...(filters.overdue ? { overdue: '1' } : {}),
    ...(word === '' ? {} : { word }),
    // Without a sort in the address, the server sorts: overdue first, finished last.
    ...(view.sort ? { sort: view.sort as 'deadline', order: view.order } : {}),
    ...pageOfView(view),
  };
}

function useFilters(): PageFilter[] {
  const t = useT();
  const stages = optionsOf('stage', useStages().data?.list);
  const professions = optionsOf('profession', useProfessions().data?.list);
  const texts = (options: readonly { value: number; label: string }[]) =>
    options.map(({ value, label }) => ({ value: String(value), label }));
  return [
    {
      key: 'status',
      label: t('tasks.field.status'),
      options: [
        { value: UNFINISHED, label: t('tasks.list.unfinished') },
        ...TASK_LABELS.map((value) => ({ value, label: t(`status.${value}`) })),
      ],
    },
    { key: 'stage_id', label: t('tasks.field.stage_id'), options: texts(stages) },
    {
      key: 'profession_id',
      label: t('tasks.field.profession_id'),
      options: [...texts(professions), { value: '0', label: t('projects.work.noProfession') }],
    },
    {
      key: 'priority',
      label: t('tasks.field.priority'),
      options: PRIORITIES.map((value) => ({ value, label: t(`tasks.priority.${value}`) })),
    },
    { key: 'overdue', label: t('status.overdue'), options: [{ value: '1', label: t('common.yes') }] },
  ];
}
