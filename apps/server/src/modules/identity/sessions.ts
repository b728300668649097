import { systemActor, type Actor } from '../../platform/actor.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Trx } from '../../platform/db.ts';
import { SessionRevoked, SignedOut } from './identity.events.ts';
import { doorRepo, identityRepo } from './identity.repo.ts';
import type { SignInParts } from './sign-in.ts';

export interface LivingSession {
  readonly id: number;
  readonly enterpriseId: number;
  readonly userId: number;
  readonly account: string;
  readonly mustChange: boolean;
}

/**
 * The living session of a token, with a new token when the present one has served 30 minutes. The replaced one stays good
 * for 60 s, for calls in flight; coming back later it means that two hold it, and the session ends.
 */
export async function enterWith(
  parts: SignInParts,
  token: string,
  options: { mayRotate: boolean },
): Promise<{ session: LivingSession; replacement: string | null } | null> {
  if (token.length > 200) return null;
  const hash = sha256(token);
  const row = await doorRepo(parts.tables.read).sessionByHash(hash);
  if (!row) return null;
  const repo = identityRepo(parts.tables.read, row.enterprise_id);
  if (row.is_previous && !row.in_grace) {
    await revoke(parts, row);
    return null;
  }
  let replacement: string | null = null;
  if (options.mayRotate && row.is_old && !row.is_previous) {
    const fresh = randomToken();
    if (await repo.replaceToken(row.id, hash, sha256(fresh))) replacement = fresh;
  }
  if (row.is_stale) await repo.touchSession(row.id, row.automatic);
  return {
    session: {
      id: row.id,
      enterpriseId: row.enterprise_id,
      userId: row.user_id,
      account: row.account,
      mustChange: row.must_change,
    },
    replacement,
  };
}

/** Whether a token is alive, without using it. */
export const isAlive = async (parts: SignInParts, token: string): Promise<boolean> => {
  if (token === '' || token.length > 200) return false;
  const row = await doorRepo(parts.tables.read).sessionByHash(sha256(token));
  return row !== undefined && (!row.is_previous || row.in_grace);
};

async function revoke(
  parts: SignInParts,
  row: { enterprise_id: number; id: number; user_id: number; account: string },
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    await endSessions(parts, trx, row.enterprise_id, { id: row.id, userId: row.user_id });
    await parts.bus.emit(trx, SessionRevoked, {
      actor: systemActor(row.enterprise_id),
      target: { kind: 'user', id: row.user_id, name: row.account },
      data: { userId: row.user_id },
    });
  });
}

/** Ends one session, or every one of a person, with the live sockets that stand on it: the one way a session ends before its time. */
export async function endSessions(
  parts: Pick<SignInParts, 'tables' | 'live'>,
  trx: Trx,
  enterpriseId: number,
  { id, userId }: { id?: number; userId: number },
): Promise<void> {
  const repo = identityRepo(parts.tables.within(trx), enterpriseId);
  await (id === undefined ? repo.endSessionsOf(userId) : repo.endSession(id));
  await parts.live.sessionsEnded(trx, enterpriseId, userId);
}

export async function signOut(
  parts: SignInParts,
  actor: Actor,
  session: { id: number; userId: number; account: string },
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    await endSessions(parts, trx, actor.enterpriseId, session);
    await parts.bus.emit(trx, SignedOut, {
      actor,
      target: { kind: 'user', id: session.userId, name: session.account },
      data: { userId: session.userId },
    });
  });
}
