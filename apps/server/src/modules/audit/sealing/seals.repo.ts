import { sql, type Kysely } from 'kysely';
import type { DB } from '../../../platform/db-types.ts';
import type { LogTexts } from './seal.ts';

export type SealTables = Pick<DB, 'action_log' | 'action_seal' | 'action_unsealed'>;

export interface StoredSeal {
  readonly position: number;
  readonly log_id: number;
  readonly sealed_at: Date;
  readonly seal: Buffer;
}

/** A seal with its row. `id` is null when the row is missing. */
export type SealWithRow = StoredSeal & { [Name in keyof LogTexts]: LogTexts[Name] | null };

/** The columns as text, so that the bytes of a seal depend on no driver and no time zone. */
const TEXTS = sql<LogTexts>`l.id::text as id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
  l.user_id::text as user_id, l.user_name, l.ip, l.agent, l.event, l.target_kind, l.target_id::text as target_id,
  l.target_name, l.project_id::text as project_id, l.before::text as before, l.after::text as after`;

/** One process seals at a time, for all enterprises. */
const LOCK = 7_346_720;

export const tryLock = async (db: Kysely<SealTables>): Promise<boolean> => {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as got`.execute(db);
  return rows[0]?.got === true;
};

/** The enterprises with rows that wait for a seal. */
export const enterprisesWaiting = async (db: Kysely<SealTables>): Promise<number[]> => {
  // A skip scan: one step of the index for each enterprise, however long the queue is.
  const { rows } = await sql<{ enterprise_id: number }>`
    with recursive step as (
      (select enterprise_id from action_unsealed order by enterprise_id limit 1)
      union all
      select (select u.enterprise_id from action_unsealed u where u.enterprise_id > step.enterprise_id
        order by u.enterprise_id limit 1) from step where step.enterprise_id is not null
    ) select enterprise_id from step where enterprise_id is not null`.execute(db);
  return rows.map((row) => row.enterprise_id);
};

/** The enterprises with log rows or seals. */
export const enterprisesKnown = async (db: Kysely<SealTables>): Promise<number[]> => {
  const { rows } = await sql<{ enterprise_id: number }>`
    select distinct enterprise_id from action_log union select distinct enterprise_id from action_seal
    order by enterprise_id`.execute(db);
  return rows.map((row) => row.enterprise_id);
};

export const sealsRepo = (db: Kysely<SealTables>, enterpriseId: number) => ({
  newest: (): Promise<StoredSeal | undefined> =>
    db
      .selectFrom('action_seal')
      .select(['position', 'log_id', 'sealed_at', 'seal'])
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async at(position: number): Promise<Buffer | null> {
    const row = await db
      .selectFrom('action_seal')
      .select('seal')
      .where('enterprise_id', '=', enterpriseId)
      .where('position', '=', position)
      .executeTakeFirst();
    return row?.seal ?? null;
  },

  /** Rows behind `after` that wait for a seal, by id. */
  async waiting(after: number, limit: number): Promise<LogTexts[]> {
    const { rows } = await sql<LogTexts>`
      select ${TEXTS} from action_unsealed u
      join action_log l on l.enterprise_id = u.enterprise_id and l.id = u.log_id
      where u.enterprise_id = ${enterpriseId} and u.log_id > ${after} order by u.log_id limit ${limit}`.execute(db);
    return rows;
  },

  async add(seals: readonly StoredSeal[]): Promise<void> {
    await sql`
      insert into action_seal (enterprise_id, position, log_id, sealed_at, seal)
      select ${enterpriseId}::bigint, * from unnest(
        ${seals.map(({ position }) => position)}::bigint[], ${seals.map((one) => one.log_id)}::bigint[],
        ${seals.map((one) => one.sealed_at)}::timestamptz[], ${seals.map(({ seal }) => seal)}::bytea[])`.execute(db);
    await sql`
      delete from action_unsealed where enterprise_id = ${enterpriseId}
      and log_id = any(${seals.map((one) => one.log_id)}::bigint[])`.execute(db);
  },

  /** Seals with their rows behind a position, in the order of the chain. */
  async chain(after: number, limit: number): Promise<SealWithRow[]> {
    const { rows } = await sql<SealWithRow>`
      select s.position, s.log_id, s.sealed_at, s.seal, ${TEXTS}
      from action_seal s left join action_log l on l.enterprise_id = s.enterprise_id and l.id = s.log_id
      where s.enterprise_id = ${enterpriseId} and s.position > ${after} order by s.position limit ${limit}`.execute(db);
    return rows;
  },

  /** The first row without a seal that does not wait for one: it was inserted while the triggers were off. */
  async firstUnknown(): Promise<number | null> {
    const { rows } = await sql<{ id: number }>`
      select l.id from action_log l where l.enterprise_id = ${enterpriseId}
      and not exists (select from action_seal s where s.enterprise_id = l.enterprise_id and s.log_id = l.id)
      and not exists (select from action_unsealed u where u.enterprise_id = l.enterprise_id and u.log_id = l.id)
      order by l.id limit 1`.execute(db);
    return rows[0]?.id ?? null;
  },

  /** Rows that wait: their number, the first one older than `seconds`, and the first one that is gone. */
  async queue(seconds: number): Promise<{ waiting: number; late: number | null; gone: number | null }> {
    const { rows } = await sql<{ waiting: number; late: number | null; gone: number | null }>`
      select count(*)::int as waiting,
        min(u.log_id) filter (where l.at < now() - make_interval(secs => ${seconds})) as late,
        min(u.log_id) filter (where l.id is null) as gone
      from action_unsealed u left join action_log l on l.enterprise_id = u.enterprise_id and l.id = u.log_id
      where u.enterprise_id = ${enterpriseId}`.execute(db);
    return rows[0] ?? { waiting: 0, late: null, gone: null };
  },
});
