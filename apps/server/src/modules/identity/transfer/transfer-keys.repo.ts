import { sql, type Kysely } from 'kysely';
import { LIFETIMES, LIMITS } from '@prdm/contract/limits';
import type { DB } from '../../../platform/db-types.ts';

export type TransferTables = Pick<DB, 'transfer_key'>;

/**
 * The keys that a call without `kid` may use. With a session: the keys of that session. Before sign-in: the keys of
 * its address that belong to no session.
 */
export interface KeyOwner {
  readonly sessionId: number | null;
  /** Null after sign-in. */
  readonly ip: string | null;
}

export interface TransferKey {
  readonly kid: string;
  readonly key: string;
  readonly iv: string;
}

/** Keys of transfers. They belong to no enterprise, because most are requested before sign-in. */
export const transferKeysRepo = (db: Kysely<TransferTables>) => ({
  async add(row: TransferKey & { session_id: number | null; ip: string }): Promise<void> {
    await db
      .insertInto('transfer_key')
      .values({ ...row, expires_at: sql`now() + make_interval(secs => ${LIFETIMES.transferKey})` })
      .execute();
  },

  /** Deletes the oldest unspent keys of an address above the limit. */
  async trim(ip: string): Promise<void> {
    await db
      .deleteFrom('transfer_key')
      .where('ip', '=', ip)
      .where('used_at', 'is', null)
      .where('expires_at', '<=', (eb) =>
        eb
          .selectFrom('transfer_key')
          .select('expires_at')
          .where('ip', '=', ip)
          .where('used_at', 'is', null)
          .orderBy('expires_at', 'desc')
          .offset(LIMITS.transferKeysOfAddress)
          .limit(1),
      )
      .execute();
  },

  /** Returns the key once: exactly one of several parallel calls receives it. */
  spend: (kid: string): Promise<TransferKey | undefined> =>
    db
      .updateTable('transfer_key')
      .set({ used_at: sql`now()` })
      .where('kid', '=', kid)
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['kid', 'key', 'iv'])
      .executeTakeFirst(),

  /** The newest keys of an owner that are neither spent nor expired, at most LIMITS.transferKeysTried. */
  newest: ({ sessionId, ip }: KeyOwner): Promise<TransferKey[]> =>
    db
      .selectFrom('transfer_key')
      .select(['kid', 'key', 'iv'])
      .where((eb) =>
        eb.or([
          ...(sessionId === null ? [] : [eb('session_id', '=', sessionId)]),
          ...(ip === null ? [] : [eb.and([eb('ip', '=', ip), eb('session_id', 'is', null)])]),
        ]),
      )
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('expires_at', 'desc')
      .limit(LIMITS.transferKeysTried)
      .execute(),

  async sweep(): Promise<void> {
    await db
      .deleteFrom('transfer_key')
      .where('expires_at', '<', sql<Date>`now() - interval '10 minutes'`)
      .execute();
  },
});
