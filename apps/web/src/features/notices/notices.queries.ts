import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as notices from '@prdm/contract/notices';
import type { Notice } from '@prdm/contract/notices';
import { call } from '../../lib/api/call.ts';
import { oneClick } from '../../lib/api/repeat.ts';
import { useMe } from '../../lib/session/access.ts';
import { inProject } from '../../lib/in-project.ts';
import { safeRedirect } from '../../lib/session/redirect.ts';
import { useLive } from '../../lib/api/live.ts';
import { translate } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';
import { keyOf, useApiQuery, useApiMutation } from '../../lib/api/queries.ts';

type Page = { list: Notice[]; total: number };

const COUNT = { a: 'no_read', size: 1 } as const;
const UNREAD = { a: 'no_read', ispage: 'not' } as const;

/** Number of unread notices. The info call gives the first value. Reading, the list and the live channel change it. */
export function useUnreadCount(): number {
  const { notice_count: seed } = useMe();
  const { data } = useQuery<Page>({
    queryKey: keyOf(notices.index, COUNT),
    queryFn: ({ signal }) => call(notices.index, COUNT, { signal }),
    initialData: { list: [], total: seed },
    staleTime: Infinity, // the live channel reports each change
  });
  return Math.max(0, data.total);
}

/** Notices show the name of their project and whether it is archived. So a change of a project makes them stale. */
export function useProjectsInNotices(): void {
  const client = useQueryClient();
  useLive('project', () => void client.invalidateQueries({ queryKey: ['notice'] }));
}

export const useUnread = (enabled: boolean) => useApiQuery(notices.index, UNREAD, { enabled });

export const useNoticePage = (view: { page: number; size: number }, unreadOnly: boolean) =>
  useApiQuery(notices.index, { ...view, ...(unreadOnly ? { a: 'no_read' as const } : {}) });

/** Updates the cached notices at once, before the server answers. */
function takeAway(client: QueryClient, id: number | null): void {
  // A pending answer still contains the removed notices and would bring them back.
  void client.cancelQueries({ queryKey: ['notice'] }, { revert: false });
  for (const input of [COUNT, UNREAD]) {
    client.setQueryData<Page>(keyOf(notices.index, input), (before) =>
      before === undefined
        ? before
        : id === null
          ? { list: [], total: 0 }
          : { list: before.list.filter((notice) => notice.id !== id), total: Math.max(0, before.total - 1) },
    );
  }
}

export function useMarkRead(): (notice: Notice) => void {
  const client = useQueryClient();
  const read = useApiMutation(notices.read, { inForm: true }); // a failed call is silent (specification section 8)
  return (notice) => {
    if (notice.is_read) return;
    takeAway(client, notice.id);
    read.mutate({ id: notice.id });
  };
}

export function useMarkAllRead(): () => void {
  const client = useQueryClient();
  return () => {
    takeAway(client, null);
    call(notices.readAll, {}, { repeat: oneClick() })
      .catch((error: unknown) => console.warn('notices', error))
      .finally(() => void client.invalidateQueries({ queryKey: ['notice'] }));
  };
}

export const useDeleteNotice = () => useApiMutation(notices.del);

/**
 * Opens the record of a notice. An archived project opens nothing, because every call in it is refused. The address
 * names the project.
 */
export function useOpenNotice(): (notice: Notice) => void {
  const navigate = useNavigate();
  const markRead = useMarkRead();
  return (notice) => {
    markRead(notice);
    if (notice.project_archived)
      return toast.warning(translate('shell.notices.archivedTold', { project: notice.project_name }));
    // A path that leads to another host opens the start page. The server stores none.
    if (notice.pc_path !== '') void navigate(inProject(safeRedirect(notice.pc_path), notice.project_id));
  };
}
