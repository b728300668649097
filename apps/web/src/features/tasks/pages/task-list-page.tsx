import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { add as taskAdd, type index as taskIndex } from '@prdm/contract/tasks';
import { PRIORITIES, STATUS_LABELS } from '@prdm/contract/status';
import { useT } from '../../../lib/i18n.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useRecordParam } from '../../../ui/record-drawer.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { PageFilter } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { optionsOf, useProfessions, useStages } from '../../config/index.ts';
import { useEnterProject, useProject } from '../../projects/index.ts';
import { useTasks } from '../tasks.queries.ts';
import { TaskDrawer } from '../parts/task-drawer.tsx';
import { taskColumns } from '../parts/task-columns.tsx';

type Query = z.input<typeof taskIndex.input>;
const TABS = ['all', 'mine', 'assigned', 'cc', 'review'] as const;
type Tab = (typeof TABS)[number];
const FILTERS = ['status', 'stage_id', 'profession_id', 'priority'] as const;

/** The project's tasks: one dense list with tabs, chips and search; a task opens beside it. Without a project: all of mine. */
export default function TaskListPage() {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  // A link that knows only the task (from a notice) shows it over the tasks of all projects.
  const near = useProjectId();
  const projectId = address.get('project_id') === null && address.get('id') !== null ? undefined : near;
  const tab = TABS.find((name) => name === address.get('tab')) ?? 'all';
  const view = useListView(FILTERS);
  const query = useTasks(inputOf(view, tab, projectId));
  const record = useRecordParam('id');
  const filters = useFilters();
  const columns = useMemo(() => taskColumns(t, projectId === undefined), [t, projectId]);
  const ids = query.data?.list.map(({ id }) => id) ?? [];

  return (
    <div className="list-page">
      {projectId !== undefined && <InProject id={projectId} />}
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
          projectId !== undefined && (
            <Allowed to={taskAdd} projectId={projectId}>
              <Link className="button button-primary" to={`/file/task/addEdit?project_id=${projectId}`}>
                <Icon name="plus" /> {t('tasks.list.add')}
              </Link>
            </Allowed>
          )
        }
        empty={{ title: t('tasks.list.empty'), text: t('tasks.list.emptyText') }}
      />
      {record.id !== null && <TaskDrawer id={record.id} ids={ids} onWalk={record.open} onClose={record.close} />}
    </div>
  );
}

/** The top bar names the project that one works in. */
function InProject({ id }: { id: number }) {
  const { name } = useProject(id);
  useEnterProject(name === '' ? undefined : { id, name });
  return null;
}

function inputOf(view: ReturnType<typeof useListView>, tab: Tab, projectId: number | undefined): Query {
  const { filters, word } = view;
  return {
    project_id: projectId,
    tab,
    ...(filters.status ? { status: [filters.status as (typeof STATUS_LABELS)[number]] } : {}),
    ...(filters.stage_id ? { stage_id: filters.stage_id } : {}),
    ...(filters.profession_id ? { profession_id: filters.profession_id } : {}),
    ...(filters.priority ? { priority: filters.priority as (typeof PRIORITIES)[number] } : {}),
    ...(word === '' ? {} : { word }),
    ...(view.sort ? { sort: view.sort as 'deadline', order: view.order } : { sort: 'deadline', order: 'asc' }),
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
      options: STATUS_LABELS.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    { key: 'stage_id', label: t('tasks.field.stage_id'), options: texts(stages) },
    { key: 'profession_id', label: t('tasks.field.profession_id'), options: texts(professions) },
    {
      key: 'priority',
      label: t('tasks.field.priority'),
      options: PRIORITIES.map((value) => ({ value, label: t(`tasks.priority.${value}`) })),
    },
  ];
}
