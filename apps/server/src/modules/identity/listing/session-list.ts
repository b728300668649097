import { wireTime } from '@prdm/contract/kit/fields';
import type { SessionLine } from '@prdm/contract/identity/sessions';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { SessionsEnded } from '../identity.events.ts';
import { identityRepo } from '../identity.repo.ts';
import type { SignInParts } from '../sign-in.ts';
import { sessionListRepo } from './session-list.repo.ts';

interface SessionOwner {
  readonly enterpriseId: number;
  readonly userId: number;
}

/** `name`: shown in the action log. */
export type NamedOwner = SessionOwner & { readonly name: string };

/** The live sessions of a user, the last used first. `current` is the session of the call. */
export async function listSessions(
  parts: Pick<SignInParts, 'tables'>,
  { enterpriseId, userId }: SessionOwner,
  current: number,
): Promise<SessionLine[]> {
  const rows = await sessionListRepo(parts.tables.read, enterpriseId, userId).live();
  return rows.map((row) => ({
    key: row.key,
    agent: row.agent,
    ip: row.ip,
    way: row.sso ? ('sso' as const) : row.automatic ? ('auto' as const) : ('password' as const),
    created_at: wireTime(row.created_at),
    last_seen_at: wireTime(row.last_seen_at),
    current: row.id === current,
  }));
}

/** The sessions to end: one by its key, all, or all but the session of the call. */
export type EndedSessions = { readonly key: string } | { readonly butId: number } | 'all';

/**
 * Ends sessions of a user. The commit ends them for every process, because each call reads its session. The live sockets
 * close by the notification of the same transaction. Throws 1006 for a key that is no live session of this user.
 */
export async function endListed(
  parts: SignInParts,
  trx: Trx,
  actor: Actor,
  owner: NamedOwner,
  which: EndedSessions,
): Promise<void> {
  const { enterpriseId, userId, name } = owner;
  const tables = parts.tables.within(trx);
  const repo = sessionListRepo(tables, enterpriseId, userId);
  if (which === 'all') await identityRepo(tables, enterpriseId).endSessionsOf(userId);
  else if ('butId' in which) await repo.endOthers(which.butId);
  else if (!(await repo.end(which.key))) throw fail.notFound();
  await parts.live.sessionsEnded(trx, enterpriseId, userId);
  await parts.bus.emit(trx, SessionsEnded, {
    actor,
    target: { kind: 'user', id: userId, name },
    data: { userId, which: which === 'all' ? 'all' : 'butId' in which ? 'others' : 'one' },
  });
}
