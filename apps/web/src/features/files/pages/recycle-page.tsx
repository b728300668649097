import { Link } from 'react-router';
import { fileSize } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { BulkAction, PageColumn } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { useEnterProject, useProject } from '../../projects/index.ts';
import { useClear, useRecycle, useRestore, type TrashEntry } from '../files.queries.ts';
import { EntryName, PlaceText } from '../parts/file-columns.tsx';
import './file-page.css';

/** From here on the end is near enough to be pointed out. */
const FEW_DAYS = 3;

const columnsOf = (t: Translate, restore: (rows: readonly TrashEntry[]) => void): PageColumn<TrashEntry>[] => [
  {
    key: 'name',
    title: t('files.field.name'),
    fixed: true,
    card: 'title',
    render: (entry) => <EntryName entry={entry} />,
  },
  {
    key: 'place',
    title: t('files.recycle.place'),
    width: 260,
    render: (entry) => <PlaceText place={entry.place} />,
  },
  {
    key: 'size',
    title: t('files.field.size'),
    width: 160,
    align: 'right',
    render: (entry) => sizeOf(t, entry),
  },
  { key: 'deleter', title: t('files.recycle.deleter'), width: 110, render: (entry) => entry.deleter },
  {
    key: 'deleted_at',
    title: t('files.recycle.deletedAt'),
    width: 172,
    card: 'line',
    render: (entry) => <DateText value={entry.deleted_at} exact />,
  },
  {
    key: 'days',
    title: t('files.recycle.daysLeft'),
    width: 100,
    align: 'right',
    card: 'end',
    render: ({ days_left: n }) => (
      <span className={n <= FEW_DAYS ? 'days-few' : undefined}>{t('files.recycle.days', { n })}</span>
    ),
  },
  {
    key: 'restore',
    title: t('files.field.actions'),
    width: 84,
    fixed: 'right',
    card: 'end',
    render: (entry) => (
      <button
        type="button"
        className="icon-button row-action"
        aria-label={t('files.recycle.restoreOne', { name: entry.name })}
        title={t('files.recycle.restore')}
        onClick={() => restore([entry])}
      >
        <Icon name="restore" />
      </button>
    ),
  },
];

/** An empty folder has no size, rather than one of nothing. */
function sizeOf(t: Translate, { kind, size, file_count: n }: TrashEntry): string {
  if (kind === 'file') return fileSize(size);
  return n === 0 ? '' : t('files.recycle.count', { size: fileSize(size), n });
}

/** What was deleted in the project, for 30 days, with the way back. */
export default function RecyclePage() {
  const t = useT();
  const projectId = useProjectId() ?? 0;
  const { name } = useProject(projectId);
  useEnterProject(name === '' ? undefined : { id: projectId, name });
  const view = useListView();
  const query = useRecycle({
    project_id: projectId,
    ...(view.word === '' ? {} : { word: view.word }),
    ...pageOfView(view),
  });
  const { actions, restoreAll, clearAll } = useTrashActions(projectId);
  const columns = columnsOf(t, (rows) => void restoreAll(rows));
  return (
    <div className="file-page">
      <div className="file-main">
        <PageTable<TrashEntry>
          id="recycle"
          label={t('files.recycle.title')}
          columns={columns}
          rowKey={(entry) => entry.id}
          query={query}
          view={view}
          search={t('files.search')}
          start={
            <Link className="button" to={`/file/index?project_id=${projectId}`}>
              <Icon name="left" /> {t('files.title')}
            </Link>
          }
          end={
            (query.data?.total ?? 0) > 0 &&
            !view.isNarrowed && (
              <button type="button" className="button" onClick={() => void clearAll()}>
                <Icon name="trash" /> {t('files.recycle.clearAll')}
              </button>
            )
          }
          bulk={actions}
          empty={{ title: t('files.recycle.empty'), text: t('files.recycle.emptyText') }}
        />
      </div>
    </div>
  );
}

function useTrashActions(projectId: number): {
  actions: BulkAction<TrashEntry>[];
  restoreAll: (rows: readonly TrashEntry[]) => Promise<void>;
  clearAll: () => Promise<void>;
} {
  const t = useT();
  const [restore, clear] = [useRestore(), useClear()];
  /** Asks, because nothing brings it back. Without ids it is all that the person may delete. */
  const clearFor = async (title: string, ids?: number[]): Promise<void> => {
    const text = t('files.recycle.clearText');
    if (!(await confirm({ title, text, verb: t('files.recycle.clear'), danger: true }))) return;
    clear.mutate(
      { project_id: projectId, ...(ids === undefined ? {} : { trash_ids: ids }) },
      { onSuccess: ({ cleared }) => toast.success(t('files.recycle.cleared', { n: cleared })) },
    );
  };
  const restoreAll = async (rows: readonly TrashEntry[]): Promise<void> => {
    let n = 0;
    // One after the other: they go back into one tree, which has one writer at a time. A refusal is told by its call.
    for (const { id } of rows) {
      const back = await restore.mutateAsync({ project_id: projectId, trash_id: id }).catch(() => null);
      if (back) n += 1;
    }
    if (n > 0) toast.success(t('files.recycle.restored', { n }));
  };
  const actions: BulkAction<TrashEntry>[] = [
    { key: 'restore', label: t('files.recycle.restore'), icon: 'restore', run: restoreAll },
    {
      key: 'clear',
      label: t('files.recycle.clear'),
      icon: 'trash',
      danger: true,
      run: (rows) =>
        clearFor(
          t('files.recycle.clearTitle', { n: rows.length }),
          rows.map(({ id }) => id),
        ),
    },
  ];
  return { actions, restoreAll, clearAll: () => clearFor(t('files.recycle.clearAllTitle')) };
}
