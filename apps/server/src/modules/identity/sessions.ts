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
 * The living session of a token, with a new token when the present one has served 30 minutes. The replaced one stays good until the new
 * one is used and 60 s more, for calls in flight and for answers that never came (docs/decisions/0008-token-rotation.md); coming back
 * later it means that two hold it, and the session ends.
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
  if (isSpent(row)) {
    await revoke(parts, row);
    return null;
  }
  if (!row.is_previous && row.is_successor_unused) await repo.startGrace(row.id, hash);
  const replacement = options.mayRotate ? await replacementFor(repo, row, hash) : null;
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

type SessionRow = NonNullable<Awaited<ReturnType<ReturnType<typeof doorRepo>['sessionByHash']>>>;

const isSpent = (row: SessionRow): boolean => row.is_previous && !row.is_successor_unused && !row.in_grace;

/**
 * A new token where one is due: for one that has served its time, and again for one that was replaced when the answer with its successor
 * seems to be lost, which it is not before the grace is over: the calls in flight at a replacement must not replace it once more.
 */
async function replacementFor(
  repo: ReturnType<typeof identityRepo>,
  row: SessionRow,
  hash: Buffer,
): Promise<string | null> {
  const fresh = randomToken();
  if (row.is_previous) {
    const isLost = row.is_successor_unused && row.is_offer_stale;
    return isLost && (await repo.offerAgain(row.id, hash, sha256(fresh))) ? fresh : null;
  }
  return row.is_old && (await repo.replaceToken(row.id, hash, sha256(fresh))) ? fresh : null;
}

/** Whether a token is alive, without using it. */
export const isAlive = async (parts: SignInParts, token: string): Promise<boolean> => {
  if (token === '' || token.length > 200) return false;
  const row = await doorRepo(parts.tables.read).sessionByHash(sha256(token));
  return row !== undefined && !isSpent(row);
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
