import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Notice } from '@prdm/contract/notices';
import { DateText } from '../../../ui/date-text.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { PageColumn } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { useDeleteNotice, useMarkAllRead, useNoticePage, useOpenNotice, useUnreadCount } from '../notices.queries.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import '../parts/notice-bell.css';

/** All notices, read and unread, newest first. */
export default function NoticePage() {
  const t = useT();
  const view = useListView(['a']);
  const query = useNoticePage(pageOfView(view), view.filters.a === 'no_read');
  useErrorPage(query.error);
  const open = useOpenNotice();
  const markAll = useMarkAllRead();
  const unread = useUnreadCount();
  const remove = useDeleteNotice();
  const columns: PageColumn<Notice>[] = [
    {
      key: 'content',
      title: t('shell.notices.content'),
      fixed: true,
      card: 'title',
      render: (notice) => (
        <span className="notice-content-cell" data-read={notice.is_read}>
          <span className="notice-dot" data-read={notice.is_read} aria-hidden="true" />
          <span className="visually-hidden">{t(notice.is_read ? 'shell.notices.read' : 'shell.notices.unread')}</span>
          <span className="ellipsis" title={notice.content}>
            {notice.content}
          </span>
        </span>
      ),
    },
    {
      key: 'type',
      title: t('shell.notices.type'),
      width: 110,
      card: 'line',
      render: (notice) => t(`shell.notices.types.${notice.type}`),
    },
    {
      key: 'project',
      title: t('shell.notices.project'),
      width: 240,
      card: 'line',
      render: (notice) => (
        <span className="notice-project">
          <span className="ellipsis" title={notice.project_name}>
            {notice.project_name}
          </span>
          {notice.project_archived && <span className="notice-archived">{t('shell.notices.archived')}</span>}
        </span>
      ),
    },
    {
      key: 'time',
      title: t('shell.notices.time'),
      width: 176,
      align: 'right',
      card: 'end',
      render: (notice) => <DateText value={notice.send_time} />,
    },
    {
      key: 'delete',
      title: '',
      width: 64,
      render: (notice) => (
        <button
          type="button"
          className="icon-button row-action"
          aria-label={t('common.delete')}
          title={t('common.delete')}
          onClick={() => remove.mutate({ id: notice.id })}
        >
          <Icon name="trash" />
        </button>
      ),
    },
  ];
  return (
    <PageTable<Notice>
      id="notices"
      label={t('shell.titles.notice')}
      columns={columns}
      rowKey={(notice) => notice.id}
      query={query}
      view={view}
      filters={[
        {
          key: 'a',
          label: t('shell.notices.state'),
          options: [{ value: 'no_read', label: t('shell.notices.unread') }],
        },
      ]}
      onOpen={open}
      empty={{ title: t('shell.notices.empty') }}
      end={
        <button type="button" className="button" disabled={unread === 0} onClick={markAll}>
          <Icon name="check" />
          {t('shell.notices.readAll')}
        </button>
      }
    />
  );
}
