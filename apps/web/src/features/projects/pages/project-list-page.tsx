import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { add, PROJECT_SORTS, type ProjectListRow, type ProjectSort } from '@prdm/contract/projects';
import { chooseProject, IDENTITIES, switchIdentity, useAppState } from '../../../lib/app-state.ts';
import { useMay, useMe } from '../../../lib/session/access.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { LinkTabs } from '../../../ui/controls/link-tabs.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { pageOfView, useListView, type ListView } from '../../../ui/table/use-list-view.ts';
import { ADD_PATH, LIST_PATH, projectPath } from '../addresses.ts';
import { ListTabs } from '../parts/list-tabs.tsx';
import { projectColumns } from '../parts/project-columns.tsx';
import type { ListSlots } from '../parts/slots.ts';
import { useProjectFilters } from '../parts/use-project-filters.ts';
import { refreshRights, useProjects, useUnarchive } from '../projects.queries.ts';
import '../parts/projects.css';

const FILTERS = ['type_id', 'stage_id', 'department_id'];

/**
 * The projects that the reader may see. The identity `person` shows the own ones, `enterprise` all of the view range. A
 * reader without own projects always sees the range.
 */
export default function ProjectListPage({ slots }: { slots: ListSlots }) {
  const t = useT();
  const may = useMay();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const state = address.get('state') === 'archived' ? 'archived' : 'ongoing';
  const view = useListView(FILTERS);
  const hasOwn = Object.keys(useMe().project_access).length > 0;
  const identity = useAppState((app) => app.identity);
  const mine = hasOwn && identity === 'person' ? { mine: true } : {};
  const query = useProjects({
    ...pageOfView(view),
    state,
    word: view.word,
    ...view.filters,
    ...mine,
    ...orderOf(view),
  });
  const unarchive = useUnarchive();
  const filters = useProjectFilters();
  const isArchived = state === 'archived';
  const columns = useMemo(
    () =>
      projectColumns(
        t,
        slots.Cell,
        isArchived
          ? ({ id, name, version }) =>
              unarchive.mutate(
                { project_id: id, version },
                {
                  onSuccess: () => {
                    void refreshRights();
                    toast.success(t('projects.archive.undone', { name }));
                  },
                },
              )
          : null,
      ),
    [t, slots, isArchived, unarchive],
  );
  const mayAdd = may(add);
  const addButton = mayAdd && (
    <Link className="button button-primary" to={ADD_PATH}>
      <Icon name="plus" />
      {t('projects.list.add')}
    </Link>
  );
  const open = ({ id, name, type_id }: ProjectListRow) => {
    chooseProject({ id, name, project_type: type_id });
    void navigate(projectPath(id));
  };
  const table = (
    <PageTable<ProjectListRow>
      id={`projects-${state}`}
      label={t('projects.titles.list')}
      columns={columns}
      rowKey={({ id }) => id}
      query={query}
      view={view}
      filters={filters}
      search={t('projects.list.search')}
      // An archived project cannot be opened, so its row has no link.
      onOpen={isArchived ? undefined : open}
      hrefOf={isArchived ? undefined : ({ id }) => projectPath(id)}
      start={
        <>
          <ListTabs current="projects" />
          <LinkTabs
            quiet
            label={t('projects.list.state')}
            current={state}
            tabs={[
              { key: 'ongoing', label: t('projects.status.ongoing'), to: LIST_PATH },
              { key: 'archived', label: t('projects.status.archived'), to: `${LIST_PATH}?state=archived` },
            ]}
          />
          {hasOwn && (
            <Segments
              label={t('shell.identity.label')}
              value={identity}
              options={IDENTITIES.map((value) => ({ value, label: t(`projects.list.of.${value}`) }))}
              onChange={switchIdentity}
            />
          )}
        </>
      }
      end={addButton}
      empty={{
        title: t(isArchived ? 'projects.list.noneArchived' : 'projects.list.none'),
        text: isArchived ? undefined : t(mayAdd ? 'projects.list.noneMayAdd' : 'projects.list.noneText'),
        action: isArchived ? undefined : addButton,
      }}
    />
  );
  if (isArchived) return table;
  // Rows of the previous page are placeholders, so their figures are not requested again.
  const rows = query.isPlaceholderData ? [] : (query.data?.list ?? []);
  return (
    <slots.Rows ids={rows.map(({ id }) => id)} askedAt={query.dataUpdatedAt}>
      {table}
    </slots.Rows>
  );
}

/** The order from the address. Without one, or with an unknown one, the server sorts the newest first. */
function orderOf({
  sort: wanted,
  order,
}: ListView): { sort: ProjectSort; order: 'asc' | 'desc' } | Record<string, never> {
  const sort = PROJECT_SORTS.find((known) => known === wanted);
  return sort === undefined ? {} : { sort, order };
}
