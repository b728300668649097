import { systemActor, type Actor } from '../../platform/actor.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import { isSsoToken, SSO_TOKEN } from '@prdm/contract/identity/sso-token';
import type { Trx } from '../../platform/db.ts';
import { SessionRevoked, SignedOut } from './identity.events.ts';
import { signInRepo, identityRepo, type SessionRow } from './identity.repo.ts';
import type { SignInParts } from './sign-in.ts';

export interface LivingSession {
  readonly id: number;
  readonly enterpriseId: number;
  readonly userId: number;
  readonly account: string;
  readonly mustChange: boolean;
}

/** The user of a live session. */
export interface Owner {
  readonly enterpriseId: number;
  readonly userId: number;
  readonly account: string;
}

/**
 * The live session of a token; the answer carries a new token when the current one is 30 minutes old. The replaced
 * token stays valid until the first use of the new one, and for 60 s after that. This serves calls in flight and lost
 * answers (docs/decisions/0008-token-rotation.md). A use after the grace means that two clients hold the token, and
 * the session ends. `find` reads the session; the same row may carry the rights of the call.
 */
export async function enterWith<Row extends SessionRow>(
  parts: SignInParts,
  token: string,
  options: { mayRotate: boolean; find: (hash: Buffer) => Promise<Row | undefined> },
): Promise<{ session: LivingSession; replacement: string | null; row: Row } | null> {
  if (token.length > 200 || !isUsable(parts, token)) return null;
  const hash = sha256(token);
  const row = await options.find(hash);
  if (!row) return null;
  const repo = identityRepo(parts.tables.read, row.enterprise_id);
  if (isSpent(row)) {
    await revoke(parts, row);
    return null;
  }
  if (!row.is_previous && row.is_successor_unused) await repo.startGrace(row.id, hash);
  const replacement = options.mayRotate ? await replacementFor(repo, row, { token, hash }) : null;
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
    row,
  };
}

/** A new token of the same kind: its beginning decides the header that it travels in. */
const tokenLike = (token: string): string => (isSsoToken(token) ? SSO_TOKEN : '') + randomToken();

/** A token of a single sign-on session is valid only while single sign-on is on. */
const isUsable = ({ acceptsSso }: SignInParts, token: string): boolean => acceptsSso || !isSsoToken(token);

const isSpent = (row: SessionRow): boolean => row.is_previous && !row.is_successor_unused && !row.in_grace;

/**
 * Returns a new token when one is due. It is due when the current token has reached its age. It is due again for a
 * replaced token when the answer with its successor seems lost. That is only so after the grace, because calls in
 * flight must not replace the token a second time.
 */
async function replacementFor(
  repo: ReturnType<typeof identityRepo>,
  row: SessionRow,
  { token, hash }: { token: string; hash: Buffer },
): Promise<string | null> {
  const fresh = tokenLike(token);
  if (row.is_previous) {
    const isLost = row.is_successor_unused && row.is_offer_stale;
    return isLost && (await repo.offerAgain(row.id, hash, sha256(fresh))) ? fresh : null;
  }
  return row.is_old && (await repo.replaceToken(row.id, hash, sha256(fresh))) ? fresh : null;
}

/** The live session of a token, or null; it does not count as a use of the token. */
export const sessionIdOf = async (parts: SignInParts, token: string): Promise<number | null> =>
  (await ownerOf(parts, token))?.sessionId ?? null;

/** The user of a token's live session, or null; it does not count as a use of the token. */
export async function ownerOf(parts: SignInParts, token: string): Promise<(Owner & { sessionId: number }) | null> {
  if (token === '' || token.length > 200 || !isUsable(parts, token)) return null;
  const row = await signInRepo(parts.tables.read).sessionByHash(sha256(token));
  if (row === undefined || isSpent(row)) return null;
  return { enterpriseId: row.enterprise_id, userId: row.user_id, account: row.account, sessionId: row.id };
}

/** Whether a token is valid; it does not count as a use of the token. */
export const isAlive = async (parts: SignInParts, token: string): Promise<boolean> =>
  (await sessionIdOf(parts, token)) !== null;

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

/**
 * Ends one session, or every session of a user, and closes their live sockets. All code that ends a session early
 * uses this function.
 */
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

/** Ends every session of an enterprise and closes its live sockets. */
export async function endAllSessions(
  parts: Pick<SignInParts, 'tables' | 'live'>,
  trx: Trx,
  enterpriseId: number,
): Promise<void> {
  await identityRepo(parts.tables.within(trx), enterpriseId).endAllSessions();
  await parts.live.allSessionsEnded(trx, enterpriseId);
}

export async function signOut(
  parts: SignInParts,
  actor: Actor,
  session: { id: number; userId: number; account: string },
  also?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await parts.db.transaction(async (trx) => {
    await endSessions(parts, trx, actor.enterpriseId, session);
    await also?.(trx);
    await parts.bus.emit(trx, SignedOut, {
      actor,
      target: { kind: 'user', id: session.userId, name: session.account },
      data: { userId: session.userId },
    });
  });
}
