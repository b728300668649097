import { sql, type Kysely } from 'kysely';
import { isUuid } from './uuid.ts';
import type { IdentityTables } from '../identity.repo.ts';
import { swapRow } from '../../../platform/statements/swap.ts';

export interface ListedSession {
  readonly id: number;
  readonly key: string;
  readonly agent: string;
  readonly ip: string;
  readonly automatic: boolean;
  readonly sso: boolean;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

const SHOWN_MAX = 100;

/** The live sessions of one user. Every statement names the user, so a key of another user has no effect. */
export const sessionListRepo = (db: Kysely<IdentityTables>, enterpriseId: number, userId: number) => ({
  live: (): Promise<ListedSession[]> =>
    db
      .selectFrom('session')
      .select(['id', 'key', 'agent', 'ip', 'automatic', 'sso', 'created_at', 'last_seen_at'])
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('idle_expires_at', '>', sql<Date>`now()`)
      .where('expires_at', '>', sql<Date>`now()`)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .limit(SHOWN_MAX)
      .execute() as unknown as Promise<ListedSession[]>,

  /** Returns false when the user has no live session of this key. */
  async end(key: string): Promise<boolean> {
    if (!isUuid(key)) return false;
    return swapRow(
      db
        .updateTable('session')
        .set({ ended_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .where('ended_at', 'is', null),
    );
  },

  async endOthers(keptId: number): Promise<void> {
    await db
      .updateTable('session')
      .set({ ended_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('id', '<>', keptId)
      .where('ended_at', 'is', null)
      .execute();
  },
});
