import { useLayoutEffect, useRef, useState } from 'react';
import type { Notice } from '@prdm/contract/notices';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../lib/i18n.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { Popup } from '../../../ui/controls/popup.tsx';
import { SkeletonLines } from '../../../ui/feedback/states.tsx';
import { badgeText } from '../../../ui/feedback/badge.ts';
import { useMarkAllRead, useOpenNotice, useProjectsInNotices, useUnread, useUnreadCount } from '../notices.queries.ts';
import './notice-bell.css';

/** The bell with the number of unread notices. Its panel lists them. */
export function NoticeBell() {
  const t = useT();
  const [wasOpened, setWasOpened] = useState(false);
  const count = useUnreadCount();
  useProjectsInNotices();
  return (
    <Popup
      kind="dialog"
      label={count === 0 ? t('shell.notices.bell') : t('shell.notices.bellWith', { n: count })}
      className="bar-button"
      onOpen={() => setWasOpened(true)}
      button={
        <>
          <Icon name="bell" size={18} />
          {count > 0 && (
            <span className="bar-count bell-badge tabular" data-testid="notice-badge" aria-hidden="true">
              {badgeText(count)}
            </span>
          )}
        </>
      }
    >
      {({ close }) => <UnreadList enabled={wasOpened} count={count} close={close} />}
    </Popup>
  );
}

function UnreadList({ enabled, count, close }: { enabled: boolean; count: number; close: () => void }) {
  const t = useT();
  const unread = useUnread(enabled);
  const open = useOpenNotice();
  const markAll = useMarkAllRead();
  const list = unread.data?.list ?? [];
  const listElement = useRef<HTMLUListElement>(null);
  const height = useHeightOf(listElement, LIMITS.noticeScrollAbove, list.length);
  return (
    <div className="notice-panel">
      <div className="notice-panel-head">
        <strong>{t('shell.notices.bell')}</strong>
        <button type="button" className="link-button" disabled={count === 0} onClick={markAll}>
          {t('shell.notices.readAll')}
        </button>
      </div>
      {unread.data === undefined && unread.error === null && (
        <div className="notice-wait">
          <SkeletonLines />
        </div>
      )}
      {unread.data !== undefined && list.length === 0 && <p className="notice-none">{t('shell.notices.allRead')}</p>}
      {list.length > 0 && (
        <ul
          ref={listElement}
          style={{ maxHeight: height }}
          className="notice-list"
          data-scrolls={list.length > LIMITS.noticeScrollAbove}
          tabIndex={list.length > LIMITS.noticeScrollAbove ? 0 : undefined}
          aria-label={t('shell.notices.unread')}
        >
          {list.map((notice) => (
            <NoticeLine
              key={notice.id}
              notice={notice}
              onOpen={() => {
                // A notice of an archived project opens nothing, so the list stays open.
                if (!notice.project_archived) close();
                open(notice);
              }}
            />
          ))}
        </ul>
      )}
      <a className="notice-all" href="/notice" target="_blank" rel="noopener">
        {t('shell.notices.seeAll')}
      </a>
    </div>
  );
}

/** Visible part of the next entry in pixels. It shows that the list continues. */
const GLIMPSE = 20;

/**
 * Height of the first `entries` entries, or undefined when the list is not longer. An entry has one or two lines of
 * text.
 */
function useHeightOf(list: { current: HTMLElement | null }, entries: number, count: number): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const next = count > entries ? list.current?.children[entries] : undefined;
    setHeight(next instanceof HTMLElement ? next.offsetTop + GLIMPSE : undefined);
  }, [list, entries, count]);
  return height;
}

function NoticeLine({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const t = useT();
  return (
    <li>
      <button type="button" className="notice-line-button" onClick={onOpen}>
        <span className="notice-meta">
          <span>{t(`shell.notices.types.${notice.type}`)}</span>
          {notice.project_name !== '' && <span className="ellipsis">{notice.project_name}</span>}
          {notice.project_archived && <span className="notice-archived">{t('shell.notices.archived')}</span>}
          <DateText value={notice.send_time} />
        </span>
        <span className="notice-content" title={notice.content}>
          {notice.content}
        </span>
      </button>
    </li>
  );
}
