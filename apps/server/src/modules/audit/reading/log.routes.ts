import { actionLogCount, actionLogDownload, actionLogIndex } from '@prdm/contract/organisation/action-log';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { SubjectKind } from '../../../platform/http/subjects.ts';
import { sendSheet } from '../../../platform/sheets/send-sheet.ts';
import { translate } from '../../../platform/translate.ts';
import type { ActionLog } from './log-list.ts';
import { logSheet } from './log-sheet.ts';

/** `user`: the kind of people, which belongs to a higher module. */
export function logRoutes(mount: Mount, log: ActionLog, user: SubjectKind<{ id: number }, 'user'>): void {
  const { records } = mount;
  mount(actionLogIndex, ({ page, size, ispage, ...given }, { principal, lang, maybeSubject }) =>
    log.list({ principal, lang, records }, log.filterOf(given, maybeSubject(user, 'user_id')?.id ?? null), {
      page,
      size,
      ispage,
    }),
  );
  mount(actionLogCount, async ({ after_id: after, ...given }, { principal, lang, maybeSubject }) => {
    const filter = log.filterOf(given, maybeSubject(user, 'user_id')?.id ?? null);
    return { count: await log.countBehind({ principal, lang, records }, filter, after) };
  });
  mount.raw(actionLogDownload, async (given, { principal, lang, maybeSubject }, raw) => {
    const filter = log.filterOf(given, maybeSubject(user, 'user_id')?.id ?? null);
    const rows = await log.whole({ principal, lang, records }, filter);
    await sendSheet(raw, { fileName: translate(lang, 'action-log.titles.log'), bytes: await logSheet(rows, lang) });
  });
}
