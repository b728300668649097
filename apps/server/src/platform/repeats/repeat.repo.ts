import { sql, type Kysely } from 'kysely';
import type { DB } from '../db-types.ts';
import { prepared } from '../prepared.ts';
import type { Keyed } from './repeat-key.ts';

export type RepeatTables = Pick<DB, 'call_repeat'>;

const HOURS_KEPT = 24;
/**
 * Limits of one person: rows and bytes of answers. The newest rows stay. A person who works makes about 2,000 changes
 * a day at most. The limits stop a program that would fill the disk.
 */
const MOST_ROWS = 2_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** Every hundredth row of the table trims its person. */
const TRIM_EVERY = 100;

interface Stored {
  readonly input_hash: Buffer;
  readonly rights_hash: Buffer;
  readonly project_id: number | null;
  readonly answer: Buffer | null;
}

const storedOf = prepared(
  'call_repeat_of_key',
  (db: Kysely<RepeatTables>, enterpriseId: number, userId: number, call: string, hash: Buffer) =>
    db
      .selectFrom('call_repeat')
      .select(['input_hash', 'rights_hash', 'project_id', 'answer'])
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('call', '=', call)
      .where('key_hash', '=', hash),
);

const claimed = prepared(
  'call_repeat_claim',
  (
    db: Kysely<RepeatTables>,
    enterpriseId: number,
    userId: number,
    call: string,
    hash: Buffer,
    inputHash: Buffer,
    rightsHash: Buffer,
    projectId: number | null,
    answer: Buffer | null,
  ) =>
    db
      .insertInto('call_repeat')
      .values({
        enterprise_id: enterpriseId,
        user_id: userId,
        call,
        key_hash: hash,
        input_hash: inputHash,
        rights_hash: rightsHash,
        project_id: projectId,
        answer,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
);

const kept = prepared(
  'call_repeat_keep',
  (db: Kysely<RepeatTables>, answer: Buffer, enterpriseId: number, userId: number, call: string, hash: Buffer) =>
    db
      .updateTable('call_repeat')
      .set({ answer })
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('call', '=', call)
      .where('key_hash', '=', hash),
);

export interface NewRow {
  readonly hash: Buffer;
  readonly inputHash: Buffer;
  readonly rightsHash: Buffer;
  readonly projectId: number | null;
  /** Null while the change runs. */
  readonly answer: Buffer | null;
}

/** The stored answers of one person to one call. */
export const repeatRepo = (db: Kysely<RepeatTables>, { enterpriseId, userId, call }: Keyed) => ({
  async find(hash: Buffer): Promise<Stored | undefined> {
    return (await storedOf(db, enterpriseId, userId, call, hash))[0];
  },

  /** Returns false if the key is taken. Waits for a running transaction with the same key. */
  async claim({ hash, inputHash, rightsHash, projectId, answer }: NewRow): Promise<boolean> {
    const [row] = await claimed(db, enterpriseId, userId, call, hash, inputHash, rightsHash, projectId, answer);
    if (row !== undefined && row.id % TRIM_EVERY === 0) await this.trim();
    return row !== undefined;
  },

  async keep(hash: Buffer, answer: Buffer): Promise<void> {
    await kept(db, answer, enterpriseId, userId, call, hash);
  },

  /** Deletes the oldest rows of the person above the limits. Rows that another call locks stay for the next time. */
  async trim(): Promise<void> {
    await sql`delete from call_repeat where (enterprise_id, user_id, call, key_hash) in (
      select r.enterprise_id, r.user_id, r.call, r.key_hash from call_repeat r
      join (
        select id, row_number() over newest as place, sum(coalesce(length(answer), 0)) over newest as bytes
        from call_repeat where enterprise_id = ${enterpriseId} and user_id = ${userId}
        window newest as (order by id desc)
      ) placed on placed.id = r.id
      where r.enterprise_id = ${enterpriseId} and r.user_id = ${userId}
        and (placed.place > ${MOST_ROWS} or (placed.bytes > ${MOST_BYTES} and placed.place > 1))
      for update of r skip locked)`.execute(db);
  },
});

/** Deletes rows of all enterprises that are older than a day. */
export async function sweepRepeats(db: Kysely<RepeatTables>): Promise<void> {
  await db
    .deleteFrom('call_repeat')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${HOURS_KEPT})`)
    .execute();
}
