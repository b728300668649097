import { ownSessions, sessionEnd } from '@prdm/contract/identity/sessions';
import { fail } from '../../../platform/errors.ts';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Identity } from '../index.ts';

/** The caller's own sessions. No call takes a user id; those of other people belong to organisation. */
export function sessionRoutes(mount: Mount, identity: Identity): void {
  mount(ownSessions, async (_input, { session }) => ({
    list: await identity.listSessions(session, session.id),
  }));
  mount(sessionEnd, async ({ key, others }, { actor, session }) => {
    const isOne = key !== undefined && key !== '';
    if (!isOne && others !== true) throw fail.invalid('key', 'validation.required');
    await identity.endListed(actor, { ...session, name: session.account }, isOne ? { key } : { butId: session.id });
    return null;
  });
}
