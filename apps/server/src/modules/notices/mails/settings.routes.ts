import { noticeSettings, noticeSettingsEdit } from '@prdm/contract/identity/notice-settings';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Notices } from '../index.ts';

/** The own choice of e-mails. The session determines the person: no call takes an id. */
export function settingsRoutes(
  mount: Mount,
  { settings }: Notices,
  emailOf: (enterpriseId: number, userId: number) => Promise<string>,
): void {
  mount(noticeSettings, async (_input, { session }) =>
    settings.read(session, await emailOf(session.enterpriseId, session.userId)),
  );
  mount(noticeSettingsEdit, async (input, { actor, session }) => {
    await settings.edit({ ...actor, userId: session.userId }, input);
    return null;
  });
}
