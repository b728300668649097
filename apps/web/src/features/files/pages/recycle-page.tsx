import { Link } from 'react-router';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { fileSize } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { useEnterProject, useProject } from '../../projects/index.ts';
import { useRecycle, type TrashEntry } from '../files.queries.ts';
import { EntryName, PlaceText } from '../parts/file-columns.tsx';
import { useTrashActions, type TrashActions } from '../parts/use-trash-actions.tsx';
import './file-page.css';

/** From this number of days on, the rest of the time is highlighted. */
const FEW_DAYS = 3;

const columnsOf = (t: Translate, actions: Pick<TrashActions, 'restore' | 'restoreTo'>): PageColumn<TrashEntry>[] => [
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
    card: 'line',
    render: (entry) => <FormerPlace t={t} entry={entry} />,
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
      <span className={n <= FEW_DAYS ? 'days-few' : undefined}>{t('files.recycle.days', { count: n })}</span>
    ),
  },
  {
    key: 'restore',
    title: t('files.field.actions'),
    width: 100,
    fixed: 'right',
    card: 'end',
    render: (entry) => (
      <>
        <button
          type="button"
          className="icon-button row-action"
          aria-label={t('files.recycle.restoreOne', { name: entry.name })}
          title={t('files.recycle.restore')}
          onClick={() => actions.restore([entry])}
        >
          <Icon name="restore" />
        </button>
        <button
          type="button"
          className="icon-button row-action"
          aria-label={t('files.recycle.restoreOneTo', { name: entry.name })}
          title={t('files.recycle.restoreTo')}
          onClick={() => actions.restoreTo([entry])}
        >
          <Icon name="move" />
        </button>
      </>
    ),
  },
];

/** The former place of an entry. A deleted folder is created again when the entry is restored there. */
function FormerPlace({ t, entry }: { t: Translate; entry: TrashEntry }) {
  const place = entry.place.length === 0 ? [t('files.recycle.root')] : entry.place;
  if (!entry.place_gone) return <PlaceText place={place} />;
  return (
    <span className="former-place" title={t('files.recycle.placeGoneText')}>
      <PlaceText place={place} />
      <ToneChip tone="amber">{t('files.recycle.placeGone')}</ToneChip>
    </span>
  );
}

/** An empty folder shows no size instead of zero. */
function sizeOf(t: Translate, { kind, size, file_count: count }: TrashEntry): string {
  if (kind === 'file') return fileSize(size);
  return count === 0 ? '' : t('files.recycle.count', { size: fileSize(size), count });
}

/** Deleted entries of the project, kept for 30 days, with the action to restore them. */
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
  useErrorPage(query.error);
  const { actions, restore, restoreTo, clearAll, dialog } = useTrashActions(projectId);
  return (
    <div className="file-page">
      <div className="file-main">
        <PageTable<TrashEntry>
          id="recycle"
          label={t('files.recycle.title')}
          columns={columnsOf(t, { restore, restoreTo })}
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
      {dialog}
    </div>
  );
}
