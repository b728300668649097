import { useMemo } from 'react';
import { Link } from 'react-router';
import { fileSize } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { useClear, useRecycle, useRestore, type TrashEntry } from '../files.queries.ts';
import { EntryName } from '../parts/file-columns.tsx';
import './file-page.css';

const columnsOf = (t: Translate): PageColumn<TrashEntry>[] => [
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
    render: (entry) => <span title={entry.place.join(' / ')}>{entry.place.join(' / ')}</span>,
  },
  { key: 'size', title: t('files.field.size'), width: 100, align: 'right', render: (entry) => fileSize(entry.size) },
  { key: 'deleter', title: t('files.recycle.deleter'), width: 110, render: (entry) => entry.deleter },
  {
    key: 'deleted_at',
    title: t('files.recycle.deletedAt'),
    width: 140,
    card: 'line',
    render: (entry) => <DateText value={entry.deleted_at} />,
  },
  {
    key: 'days',
    title: t('files.recycle.daysLeft'),
    width: 100,
    align: 'right',
    card: 'end',
    render: (entry) => t('files.recycle.days', { n: entry.days_left }),
  },
];

/** What was deleted in the project, for 30 days, with the way back. */
export default function RecyclePage() {
  const t = useT();
  const projectId = useProjectId() ?? 0;
  const view = useListView();
  const query = useRecycle({
    project_id: projectId,
    ...(view.word === '' ? {} : { word: view.word }),
    ...pageOfView(view),
  });
  const [restore, clear] = [useRestore(), useClear()];
  const columns = useMemo(() => columnsOf(t), [t]);
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
          bulk={[
            {
              key: 'restore',
              label: t('files.recycle.restore'),
              icon: 'restore',
              run: async (rows) =>
                void (await Promise.all(rows.map(({ id }) => restore.mutateAsync({ trash_id: id })))),
            },
            {
              key: 'clear',
              label: t('files.recycle.clear'),
              icon: 'trash',
              danger: true,
              run: async (rows) => {
                const yes = await confirm({
                  title: t('files.recycle.clearTitle', { n: rows.length }),
                  text: t('files.recycle.clearText'),
                  verb: t('files.recycle.clear'),
                  danger: true,
                });
                if (yes) clear.mutate({ project_id: projectId, trash_ids: rows.map(({ id }) => id) });
              },
            },
          ]}
          empty={{ title: t('files.recycle.empty'), text: t('files.recycle.emptyText') }}
        />
      </div>
    </div>
  );
}
