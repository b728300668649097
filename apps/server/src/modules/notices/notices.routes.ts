import { del, index, read, readAll } from '@prdm/contract/notices';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Notices } from './index.ts';
import type { ProjectsToShow } from './notices.service.ts';

export function noticesRoutes(mount: Mount, notices: Notices, others: { projects: ProjectsToShow }): void {
  mount(index, ({ a, page, size, ispage }, { principal, lang }) =>
    notices.list(principal, { page, size, ispage, onlyUnread: a === 'no_read' }, { lang, projects: others.projects }),
  );
  mount(readAll, async (_input, { actor, principal }) => {
    await notices.markRead(actor, principal, null);
    return null;
  });
  mount(read, async (_input, { actor, principal, maybeSubject }) => {
    await notices.markRead(actor, principal, maybeSubject(notices.kind, 'id'));
    return null;
  });
  mount(del, async (_input, { actor, principal, subject }) => {
    await notices.remove(actor, principal, subject(notices.kind, 'id'));
    return null;
  });
}
