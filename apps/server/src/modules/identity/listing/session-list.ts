import { wireTime } from '@prdm/contract/kit/fields';
import type { SessionLine } from '@prdm/contract/identity/sessions';
import type { Actor } from '../../../platform/actor.ts';
import { fail } from '../../../platform/errors.ts';
import { SessionsEnded } from '../identity.events.ts';
import type { SignInParts } from '../sign-in.ts';
import { sessionListRepo } from './session-list.repo.ts';

interface SessionOwner {
  readonly enterpriseId: number;
  readonly userId: number;
  readonly account: string;
  /** The session of the call. */
  readonly id: number;
}

/** The live sessions of a user, the last used first. */
export async function listSessions(
  parts: SignInParts,
  { enterpriseId, userId, id }: SessionOwner,
): Promise<SessionLine[]> {
  const rows = await sessionListRepo(parts.tables.read, enterpriseId, userId).live();
  return rows.map((row) => ({
    key: row.key,
    agent: row.agent,
    ip: row.ip,
    way: row.automatic ? ('auto' as const) : ('password' as const),
    created_at: wireTime(row.created_at),
    last_seen_at: wireTime(row.last_seen_at),
    current: row.id === id,
  }));
}

/**
 * Ends one session of the user by its key, or all others. The commit ends them for every process, because each call
 * reads its session. The live sockets close by the notification of the same transaction. Throws 1006 for a key that is
 * no live session of this user.
 */
export async function endListed(
  parts: SignInParts,
  actor: Actor,
  owner: SessionOwner,
  which: { key: string } | 'others',
): Promise<void> {
  const { enterpriseId, userId, account } = owner;
  await parts.db.transaction(async (trx) => {
    const repo = sessionListRepo(parts.tables.within(trx), enterpriseId, userId);
    if (which === 'others') await repo.endOthers(owner.id);
    else if (!(await repo.end(which.key))) throw fail.notFound();
    await parts.live.sessionsEnded(trx, enterpriseId, userId);
    await parts.bus.emit(trx, SessionsEnded, {
      actor,
      target: { kind: 'user', id: userId, name: account },
      data: { userId, which: which === 'others' ? 'others' : 'one' },
    });
  });
}
