import { sql, type InferResult, type Kysely } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import { LIFETIMES } from '@prdm/contract/limits';
import { inParts } from '../../platform/statements/in-parts.ts';
import { prepared } from '../../platform/prepared.ts';
import { swapRow } from '../../platform/statements/swap.ts';

export type IdentityTables = Pick<DB, 'account' | 'session' | 'sso_identity'>;

export interface AccountRow {
  enterprise_id: number;
  id: number;
  account: string;
  password_hash: string;
  must_change: boolean;
  enabled: boolean;
}

const ACCOUNT = ['enterprise_id', 'id', 'account', 'password_hash', 'must_change', 'enabled'] as const;

/** The live session of a token; the token may be the current or the previous one. */
export const sessionAt = (db: Kysely<IdentityTables>, hash: Buffer) =>
  db
    .selectFrom('session as s')
    .innerJoin('account as a', (join) =>
      join.onRef('a.enterprise_id', '=', 's.enterprise_id').onRef('a.id', '=', 's.user_id'),
    )
    .select([
      's.enterprise_id',
      's.id',
      's.user_id',
      's.automatic',
      's.token_since',
      'a.account',
      'a.must_change',
      sql<boolean>`s.previous_hash = ${hash}`.as('is_previous'),
      // The replaced token stays valid until the first use of its successor, and for the grace after that.
      sql<boolean>`s.previous_hash is not null and s.previous_until is null`.as('is_successor_unused'),
      sql<boolean>`s.previous_until > now()`.as('in_grace'),
      sql<boolean>`s.token_since < now() - make_interval(secs => ${LIFETIMES.sessionRotateAfter})`.as('is_old'),
      sql<boolean>`s.token_since < now() - make_interval(secs => ${LIFETIMES.sessionGrace})`.as('is_offer_stale'),
      sql<boolean>`s.last_seen_at < now() - interval '60 seconds'`.as('is_stale'),
    ])
    .where((eb) => eb.or([eb('s.token_hash', '=', hash), eb('s.previous_hash', '=', hash)]))
    .where('s.ended_at', 'is', null)
    .where('s.idle_expires_at', '>', sql<Date>`now()`)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('a.enabled', '=', true);
export type SessionRow = InferResult<ReturnType<typeof sessionAt>>[number];

const sessionByHash = prepared('session_by_hash', sessionAt);

/** Queries before sign-in, when no enterprise is known. They search by secrets and account names only. */
export const signInRepo = (db: Kysely<IdentityTables>) => ({
  /**
   * The account of a name. Without one, it returns any other account with `known` false, so that both cases take the
   * same time.
   */
  accountOrStandIn: (key: string): Promise<(AccountRow & { known: boolean }) | undefined> =>
    db
      .selectFrom('account')
      .select([...ACCOUNT, sql<boolean>`true`.as('known')])
      .where('account_key', '=', key)
      .unionAll((eb) =>
        eb.parens(
          eb
            .selectFrom('account')
            .select([...ACCOUNT, sql<boolean>`false`.as('known')])
            .orderBy('enterprise_id')
            .orderBy('id')
            .limit(1),
        ),
      )
      .orderBy('known', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async sweep(): Promise<void> {
    await db
      .deleteFrom('session')
      .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute();
  },

  /** The session of a token; the token may be the current or the previous one. */
  sessionByHash: async (hash: Buffer) => (await sessionByHash(db, hash))[0],
});

const thumbsOf = prepared(
  'account_thumbs',
  (db: Kysely<IdentityTables>, enterpriseId: number, userIds: readonly number[]) =>
    db
      .selectFrom('account')
      .select(['id', 'thumb', 'account'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${userIds as number[]})`),
);

/** Accounts and sessions of one enterprise. */
export const identityRepo = (db: Kysely<IdentityTables>, enterpriseId: number) => ({
  account: (userId: number): Promise<AccountRow | undefined> =>
    db
      .selectFrom('account')
      .select(ACCOUNT)
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', userId)
      .executeTakeFirst(),

  profile: (userId: number) =>
    db
      .selectFrom('account')
      .select(['account', 'thumb', 'must_change'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', userId)
      .executeTakeFirst(),

  /** The address of the portrait. It locks the row, so parallel changes of a user's portrait or pictures wait. */
  async lockThumb(userId: number): Promise<string> {
    const { thumb } = await db
      .selectFrom('account')
      .select('thumb')
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    return thumb;
  },

  async setThumb(userId: number, thumb: string): Promise<void> {
    await db
      .updateTable('account')
      .set({ thumb, version: sql`version + 1` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', userId)
      .execute();
  },

  thumbs: (userIds: readonly number[]) => thumbsOf(db, enterpriseId, userIds),

  /** Returns the ids in the order of the rows. */
  async addAccounts(
    rows: readonly { account: string; account_key: string; password_hash: string; must_change: boolean }[],
  ): Promise<number[]> {
    const ids = new Map<string, number>();
    for (const some of inParts(rows)) {
      const added = await db
        .insertInto('account')
        .values(some.map((row) => ({ ...row, enterprise_id: enterpriseId })))
        .returning(['id', 'account_key'])
        .execute();
      for (const { id, account_key: key } of added) ids.set(key, id);
    }
    return rows.map(({ account_key: key }) => ids.get(key) as number);
  },

  /** In any enterprise: an account name is unique over all of them. */
  accountsByKeys: (keys: readonly string[]) =>
    db
      .selectFrom('account')
      .select(['id', 'account_key', sql<boolean>`enterprise_id = ${enterpriseId}`.as('is_own')])
      .where('account_key', '=', sql<string>`any(${keys as string[]}::text[])`)
      .execute(),

  async usedAmong(userIds: readonly number[]): Promise<number[]> {
    const rows = await db
      .selectFrom('account')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${userIds as number[]})`)
      .where((eb) => eb.or([eb('last_login_at', 'is not', null), eb('must_change', '=', false), eb('version', '>', 1)]))
      .execute();
    return rows.map(({ id }) => id);
  },

  /** The row stays, because older rows of the log and of other tables may hold its id. No account can be named `#5`. */
  async retire(userIds: readonly number[], passwordHash: string): Promise<void> {
    await db
      .updateTable('account')
      .set({
        account: sql`'#' || id`,
        account_key: sql`'#' || id`,
        password_hash: passwordHash,
        enabled: false,
        version: sql`version + 1`,
      })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${userIds as number[]})`)
      .execute();
  },

  async setEnabled(userId: number, enabled: boolean): Promise<void> {
    await db
      .updateTable('account')
      .set({ enabled, version: sql`version + 1` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', userId)
      .execute();
  },

  /**
   * With `seenHash` it writes only while that hash is stored and the account is enabled; otherwise it returns false.
   */
  async setPassword(userId: number, passwordHash: string, mustChange: boolean, seenHash?: string): Promise<boolean> {
    return swapRow(
      db
        .updateTable('account')
        .set({ password_hash: passwordHash, must_change: mustChange, version: sql`version + 1` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', userId)
        .$if(seenHash !== undefined, (query) =>
          query.where('password_hash', '=', seenHash ?? '').where('enabled', '=', true),
        ),
    );
  },

  /**
   * Records a sign-in if `seenHash` is still the stored hash; otherwise it returns undefined. It locks the account
   * row. A change of password or a disabling that commits first wins. A later one waits for the new session and ends
   * it with the others. Without `seenHash` no password was compared.
   */
  noteSignIn: (userId: number, seenHash?: string): Promise<{ enabled: boolean } | undefined> =>
    db
      .updateTable('account')
      .set({ last_login_at: sql`case when enabled then now() else last_login_at end` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', userId)
      .$if(seenHash !== undefined, (query) => query.where('password_hash', '=', seenHash ?? ''))
      .returning('enabled')
      .executeTakeFirst(),

  async addSession(row: {
    user_id: number;
    token_hash: Buffer;
    automatic: boolean;
    sso: boolean;
    ip: string;
    agent: string;
  }): Promise<number> {
    const lifetime = row.automatic ? LIFETIMES.sessionAutomatic : LIFETIMES.sessionMax;
    const idle = row.automatic ? LIFETIMES.sessionAutomatic : LIFETIMES.sessionIdle;
    const { id } = await db
      .insertInto('session')
      .values({
        ...row,
        enterprise_id: enterpriseId,
        idle_expires_at: sql`now() + make_interval(secs => ${idle})`,
        expires_at: sql`now() + make_interval(secs => ${lifetime})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  /** Removes the link with the identity provider. The next sign-in through it asks for the password again. */
  async unlink(userId: number): Promise<void> {
    await db
      .deleteFrom('sso_identity')
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .execute();
  },

  async isSessionAlive(id: number): Promise<boolean> {
    const row = await db
      .selectFrom('session as s')
      .innerJoin('account as a', (join) =>
        join.onRef('a.enterprise_id', '=', 's.enterprise_id').onRef('a.id', '=', 's.user_id'),
      )
      .select('s.id')
      .where('s.enterprise_id', '=', enterpriseId)
      .where('s.id', '=', id)
      .where('s.ended_at', 'is', null)
      .where('s.idle_expires_at', '>', sql<Date>`now()`)
      .where('s.expires_at', '>', sql<Date>`now()`)
      .where('a.enabled', '=', true)
      .executeTakeFirst();
    return row !== undefined;
  },

  async touchSession(id: number, automatic: boolean): Promise<void> {
    const idle = automatic ? LIFETIMES.sessionAutomatic : LIFETIMES.sessionIdle;
    await db
      .updateTable('session')
      .set({ last_seen_at: sql`now()`, idle_expires_at: sql`now() + make_interval(secs => ${idle})` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .execute();
  },

  /**
   * Replaces the token with a compare-and-swap: exactly one of several parallel calls succeeds. The grace begins with
   * the first use of the successor.
   */
  async replaceToken(id: number, seenHash: Buffer, newHash: Buffer): Promise<boolean> {
    return swapRow(
      db
        .updateTable('session')
        .set({ previous_hash: seenHash, previous_until: null, token_hash: newHash, token_since: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('token_hash', '=', seenHash),
    );
  },

  /**
   * Gives the replaced token another successor when the first was not used within the grace. Exactly one of several
   * parallel calls succeeds.
   */
  async offerAgain(id: number, previousHash: Buffer, newHash: Buffer): Promise<boolean> {
    return swapRow(
      db
        .updateTable('session')
        .set({ token_hash: newHash, token_since: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('previous_hash', '=', previousHash)
        .where('previous_until', 'is', null)
        .where('token_since', '<', sql<Date>`now() - make_interval(secs => ${LIFETIMES.sessionGrace})`),
    );
  },

  /** The successor is in use: from now on the replaced token is valid for the grace only. */
  async startGrace(id: number, usedHash: Buffer): Promise<void> {
    await db
      .updateTable('session')
      .set({ previous_until: sql`now() + make_interval(secs => ${LIFETIMES.sessionGrace})` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('token_hash', '=', usedHash)
      .where('previous_hash', 'is not', null)
      .where('previous_until', 'is', null)
      .execute();
  },

  async endSession(id: number): Promise<void> {
    await db
      .updateTable('session')
      .set({ ended_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  },

  async endAllSessions(): Promise<void> {
    await db
      .updateTable('session')
      .set({ ended_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('ended_at', 'is', null)
      .execute();
  },

  async endSessionsOf(userId: number): Promise<void> {
    await db
      .updateTable('session')
      .set({ ended_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute();
  },
});

/** The last use of a session, or else the last sign-in, of each enterprise. Without any it is left out. */
export async function lastActive(db: Kysely<IdentityTables>, ids: readonly number[]): Promise<Map<number, Date>> {
  const among = sql<number>`any(${ids as number[]})`;
  const seen = db
    .selectFrom('session')
    .select(['enterprise_id', 'last_seen_at as at'])
    .where('enterprise_id', '=', among)
    .unionAll(
      db
        .selectFrom('account')
        .select(['enterprise_id', sql<Date>`last_login_at`.as('at')])
        .where('enterprise_id', '=', among)
        .where('last_login_at', 'is not', null),
    );
  const rows = await db
    .selectFrom(seen.as('seen'))
    .select(['enterprise_id', sql<Date>`max(at)`.as('at')])
    .groupBy('enterprise_id')
    .execute();
  return new Map(rows.map(({ enterprise_id, at }) => [enterprise_id, at]));
}
