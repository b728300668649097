import { sql, type Kysely } from 'kysely';
import { LIFETIMES } from '@prdm/contract/limits';
import type { DB } from '../../../platform/db-types.ts';
import { swapRow } from '../../../platform/statements/swap.ts';

export type SsoTables = Pick<DB, 'sso_request' | 'sso_ticket' | 'sso_identity' | 'sso_grant' | 'session' | 'account'>;

export interface SsoAttempt {
  readonly verifier: string;
  readonly nonce: string;
}

export interface SsoTicket {
  readonly issuer: string;
  readonly subject: string;
  readonly tokens: Buffer;
}

/** Tokens of a session, live or ended. */
export interface GrantRow {
  readonly enterprise_id: number;
  readonly session_id: number;
  readonly user_id: number;
  readonly account: string;
  readonly tokens: Buffer;
  readonly ended: boolean;
}

/** Unfinished attempts of one address. A whole institute may share it. */
const REQUESTS_MAX = 2000;

/** Before sign-in no enterprise is known. These statements search by secrets, or by the person at the provider. */
export const ssoRepo = (db: Kysely<SsoTables>) => ({
  /** Above its limit an address loses its oldest attempts; no request is refused. */
  async addRequest(row: SsoAttempt & { state_hash: Buffer; network: string }): Promise<void> {
    await db
      .insertInto('sso_request')
      .values({ ...row, expires_at: sql`now() + make_interval(secs => ${LIFETIMES.ssoState})` })
      .execute();
    await sql`delete from sso_request where state_hash in (
      select state_hash from sso_request where network = ${row.network}
      order by created_at desc offset ${REQUESTS_MAX})`.execute(db);
  },

  /** Uses a state up: exactly one of several parallel calls gets it. */
  takeRequest: (stateHash: Buffer): Promise<SsoAttempt | undefined> =>
    db
      .deleteFrom('sso_request')
      .where('state_hash', '=', stateHash)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['verifier', 'nonce'])
      .executeTakeFirst(),

  async addTicket(row: SsoTicket & { ticket_hash: Buffer }): Promise<void> {
    await db
      .insertInto('sso_ticket')
      .values({ ...row, expires_at: sql`now() + make_interval(secs => ${LIFETIMES.ssoTicket})` })
      .execute();
  },

  async hasTicket(ticketHash: Buffer): Promise<boolean> {
    const row = await db
      .selectFrom('sso_ticket')
      .select('issuer')
      .where('ticket_hash', '=', ticketHash)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Uses a ticket up: exactly one of several parallel calls gets it. */
  takeTicket: (ticketHash: Buffer): Promise<SsoTicket | undefined> =>
    db
      .deleteFrom('sso_ticket')
      .where('ticket_hash', '=', ticketHash)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['issuer', 'subject', 'tokens'])
      .executeTakeFirst(),

  /** Removes expired attempts, and returns the tokens of tickets that nobody used. */
  async sweep(): Promise<Buffer[]> {
    await db
      .deleteFrom('sso_request')
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
    const rows = await db
      .deleteFrom('sso_ticket')
      .where('expires_at', '<', sql<Date>`now()`)
      .returning('tokens')
      .execute();
    return rows.map(({ tokens }) => tokens);
  },

  accountOf: (issuer: string, subject: string): Promise<{ enterprise_id: number; user_id: number } | undefined> =>
    db
      .selectFrom('sso_identity')
      .select(['enterprise_id', 'user_id'])
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst(),

  /**
   * Takes grants that are due and sets their next turn. Processes that ask at the same time get different grants,
   * because a refresh token works once.
   */
  async claimDue(limit: number): Promise<GrantRow[]> {
    const { rows } = await sql<GrantRow>`
      with due as (
        select g.enterprise_id, g.session_id from sso_grant g
        where g.due_at <= now()
        order by g.due_at limit ${limit} for update skip locked)
      update sso_grant g set due_at = now() + make_interval(secs => ${LIFETIMES.ssoRefresh})
      from due, session s, account a
      where g.enterprise_id = due.enterprise_id and g.session_id = due.session_id
        and s.enterprise_id = g.enterprise_id and s.id = g.session_id
        and a.enterprise_id = s.enterprise_id and a.id = s.user_id
      returning g.enterprise_id, g.session_id, s.user_id, a.account, g.tokens,
        (s.ended_at is not null or s.expires_at <= now() or s.idle_expires_at <= now()) as ended`.execute(db);
    return rows;
  },
});

/** Identities and grants of one enterprise. */
export const ssoAccountRepo = (db: Kysely<SsoTables>, enterpriseId: number) => ({
  /** Returns false when the account, or the person at the provider, is linked already. */
  async link(userId: number, issuer: string, subject: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('sso_identity')
      .values({ enterprise_id: enterpriseId, user_id: userId, issuer, subject })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  },

  async isLinked(userId: number, issuer: string, subject: string): Promise<boolean> {
    const row = await db
      .selectFrom('sso_identity')
      .select('user_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row !== undefined;
  },

  async addGrant(sessionId: number, tokens: Buffer): Promise<void> {
    await db
      .insertInto('sso_grant')
      .values({
        enterprise_id: enterpriseId,
        session_id: sessionId,
        tokens,
        due_at: sql`now() + make_interval(secs => ${LIFETIMES.ssoRefresh})`,
      })
      .execute();
  },

  async grant(sessionId: number): Promise<Buffer | undefined> {
    const row = await db
      .selectFrom('sso_grant')
      .select('tokens')
      .where('enterprise_id', '=', enterpriseId)
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    return row?.tokens;
  },

  /** Returns false when the grant is gone, because the session ended meanwhile. */
  async storeGrant(sessionId: number, tokens: Buffer): Promise<boolean> {
    return swapRow(
      db
        .updateTable('sso_grant')
        .set({ tokens, due_at: sql`now() + make_interval(secs => ${LIFETIMES.ssoRefresh})` })
        .where('enterprise_id', '=', enterpriseId)
        .where('session_id', '=', sessionId),
    );
  },

  async dropGrant(sessionId: number): Promise<void> {
    await db
      .deleteFrom('sso_grant')
      .where('enterprise_id', '=', enterpriseId)
      .where('session_id', '=', sessionId)
      .execute();
  },

  /** The grant of an ended session is due at once. */
  async hasten(sessionId: number): Promise<void> {
    await db
      .updateTable('sso_grant')
      .set({ due_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('session_id', '=', sessionId)
      .execute();
  },
});
