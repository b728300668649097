import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { useLeaveGuard } from '../../../ui/records/leave-guard.tsx';
import {
  asksOnLeave,
  closeUploads,
  collapseUploads,
  goOnWhenOnline,
  hasArrived,
  hasPending,
  pendingOver,
  leaveConfirmed,
  pageOpened,
  retryFailed,
  toggleUploads,
  useUploads,
} from './upload-queue.ts';
import { countOf, isPending, outcomeOf, statusOf } from './upload-rules.ts';
import { UploadFolderRow } from './upload-folder-row.tsx';
import { folderState, isFolderLine, linesOf } from './upload-lines.ts';
import { UploadRow } from './upload-row.tsx';
import './upload-dock.css';

const COLUMNS = ['name', 'size', 'catalog', 'status', 'actions'] as const;

const FILES_PAGE = '/file/index';
/** The user has read the list by then. The pointer or the focus in the panel keeps it open. */
const TIDY_AFTER_MS = 6000;

/**
 * The upload panel. On file pages it is wide at the bottom right. Elsewhere it is a line in the middle, where pages
 * have no buttons.
 */
export default function UploadDock() {
  const isOpen = useUploads((state) => state.isOpen);
  const { pathname } = useLocation();
  useEffect(() => pageOpened(pathname === FILES_PAGE), [pathname]);
  useUploadGuard();
  useEffect(goOnWhenOnline, []);
  return isOpen ? <Panel /> : null;
}

function Panel() {
  const t = useT();
  const { items, isCollapsed, tidiesItself } = useUploads();
  const failed = countOf(items, 'error');
  const isOver = !items.some(({ entry }) => isPending(entry));
  const panel = useRef<HTMLElement>(null);
  const lines = useMemo(() => linesOf(items), [items]);
  useTidying(panel, tidiesItself && !isCollapsed && hasArrived(items));
  const list = useRunningInView(items.find(({ entry }) => statusOf(entry) === 'uploading')?.id);
  return (
    <section ref={panel} className="upload-dock" data-collapsed={isCollapsed} aria-label={t('files.upload.title')}>
      <header className="upload-head">
        <strong>{t(`files.upload.${outcomeOf(items)}`)}</strong>
        <span className="tabular" role="status">
          {countOf(items, 'success')}/{items.length}
        </span>
        {isCollapsed && !isOver && <span className="upload-path tabular">{folderState(items).percent}%</span>}
        {failed > 0 && (
          <button type="button" className="link-button" onClick={() => retryFailed()}>
            {t('files.upload.retryFailed', { n: failed })}
          </button>
        )}
        <span className="upload-tools">
          <button
            type="button"
            className="icon-button"
            aria-expanded={!isCollapsed}
            aria-label={t(isCollapsed ? 'files.upload.expand' : 'files.upload.collapse')}
            onClick={toggleUploads}
          >
            <Icon name={isCollapsed ? 'up' : 'down'} />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t('files.upload.close')}
            onClick={() => void closePanel(t)}
          >
            <Icon name="close" />
          </button>
        </span>
      </header>
      {!isCollapsed && (
        <div ref={list} className="upload-list" tabIndex={0} role="group" aria-label={t('files.upload.title')}>
          <table className="upload-table">
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={`upload-col-${column}`}>
                    {t(`files.upload.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) =>
                isFolderLine(line) ? (
                  <UploadFolderRow key={line.key} folder={line} />
                ) : (
                  <UploadRow key={line.id} item={line} />
                ),
              )}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Collapses the panel when all uploads are complete, unless the pointer or the focus is in it. */
function useTidying(panel: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setInterval(() => {
      if (panel.current?.matches(':hover, :focus-within') !== true) collapseUploads();
    }, TIDY_AFTER_MS);
    return () => clearInterval(timer);
  }, [panel, isWanted]);
}

/** Scrolls the running file of a long list into view, unless the user looks at other rows. */
function useRunningInView(id: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id === undefined || list.current?.matches(':hover, :focus-within')) return;
    list.current?.querySelector('[data-status="uploading"]')?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return list;
}

/** Closing cancels unfinished uploads, so it asks when there are any. */
async function closePanel(t: ReturnType<typeof useT>): Promise<void> {
  const goes =
    !hasPending() ||
    (await confirm({
      title: t('files.upload.giveUp'),
      stay: t('files.upload.goOn'),
      verb: t('files.upload.giveUpVerb'),
      danger: true,
    }));
  if (goes) closeUploads();
}

/**
 * Leaving the file pages asks while uploads are pending. The browser also asks when the tab closes. Uploads continue on
 * every page, so the question has three answers: stay, leave and continue, leave and cancel.
 */
function useUploadGuard(): void {
  const t = useT();
  useLeaveGuard({
    holds: (from, to) => asksOnLeave() && to.pathname !== FILES_PAGE && from.pathname !== to.pathname,
    async ask() {
      const goes = await confirm({
        title: t('files.upload.giveUp'),
        text: t('files.upload.goesOn'),
        stay: t('files.upload.stay'),
        also: { verb: t('files.upload.giveUpLeave'), run: closeUploads },
        verb: t('files.upload.leaveGoing'),
        moot: pendingOver(),
      });
      if (goes) leaveConfirmed();
      return goes;
    },
    closing: hasPending,
  });
}
