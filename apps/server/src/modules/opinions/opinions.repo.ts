import { sql, type Insertable, type Kysely } from 'kysely';
import type { OPINION_ACTIONS, OpinionGrade, OpinionPlace, OpinionState } from '@prdm/contract/processes/opinions';
import type { DB } from '../../platform/db-types.ts';

export type OpinionTables = Pick<DB, 'opinion' | 'opinion_entry'>;
export type OpinionAction = (typeof OPINION_ACTIONS)[number];

const UNRESOLVED = sql<boolean>`o.deleted_at is null and o.state in ('open', 'answered')`;

/** The view is large and read alone. `answered`: the thread holds an answer. */
const ROW = [
  'o.id',
  'o.process_id',
  'o.no',
  'o.round',
  'o.origin_id',
  'o.stage_name',
  'o.position',
  sql<OpinionGrade>`o.grade`.as('grade'),
  sql<OpinionState>`o.state`.as('state'),
  'o.text',
  sql<OpinionPlace>`o.place`.as('place'),
  'o.place_name',
  'o.attachment_id',
  'o.file_name',
  'o.page',
  'o.model_id',
  'o.model_name',
  'o.model_version_id',
  'o.version_no',
  'o.guid',
  'o.author_id',
  'o.for_user_id',
  'o.created_at',
  'o.deleted_at',
  'o.version',
  sql<boolean>`exists (select 1 from opinion_entry e
    where e.enterprise_id = o.enterprise_id and e.opinion_id = o.id and e.action = 'reply')`.as('answered'),
] as const;

const ENTRY = [
  'e.id',
  'e.opinion_id',
  sql<OpinionAction>`e.action`.as('action'),
  'e.user_id',
  'e.for_user_id',
  'e.text',
  'e.at',
] as const;

export const opinionsRepo = (db: Kysely<OpinionTables>, enterpriseId: number) => ({
  /** Includes deleted ones. */
  byIds: (ids: readonly number[]) =>
    db
      .selectFrom('opinion as o')
      .select(ROW)
      .where('o.enterprise_id', '=', enterpriseId)
      .where('o.id', '=', sql<number>`any(${ids as number[]})`)
      .execute(),

  /** Ordered by number. */
  ofProcess: (processId: number) =>
    db
      .selectFrom('opinion as o')
      .select(ROW)
      .where('o.enterprise_id', '=', enterpriseId)
      .where('o.process_id', '=', processId)
      .where('o.deleted_at', 'is', null)
      .orderBy('o.no')
      .execute(),

  /** Threads in the order of time. */
  entriesOf: (opinionIds: readonly number[]) =>
    db
      .selectFrom('opinion_entry as e')
      .select(ENTRY)
      .where('e.enterprise_id', '=', enterpriseId)
      .where('e.opinion_id', '=', sql<number>`any(${opinionIds as number[]})`)
      .orderBy('e.opinion_id')
      .orderBy('e.id')
      .execute(),

  async viewOf(id: number): Promise<unknown> {
    const row = await db
      .selectFrom('opinion')
      .select('view')
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.view ?? null;
  },

  /** Unresolved principle opinions of a process by number. */
  unresolvedPrinciple: (processId: number) =>
    db
      .selectFrom('opinion as o')
      .select([
        'o.no',
        'o.round',
        'o.origin_id',
        'o.stage_name',
        'o.position',
        sql<OpinionGrade>`o.grade`.as('grade'),
        sql<OpinionState>`o.state`.as('state'),
      ])
      .where('o.enterprise_id', '=', enterpriseId)
      .where('o.process_id', '=', processId)
      .where('o.grade', '=', 'principle')
      .where(UNRESOLVED)
      .orderBy('o.no')
      .execute(),

  /** Unresolved opinions by process. Processes without any are absent. */
  async unresolvedBy(processIds: readonly number[]): Promise<Map<number, { all: number; unanswered: number }>> {
    const rows = await db
      .selectFrom('opinion as o')
      .select([
        'o.process_id',
        sql<number>`count(*)::int`.as('all'),
        sql<number>`count(*) filter (where o.state = 'open')::int`.as('unanswered'),
      ])
      .where('o.enterprise_id', '=', enterpriseId)
      .where('o.process_id', '=', sql<number>`any(${processIds as number[]})`)
      .where(UNRESOLVED)
      .groupBy('o.process_id')
      .execute();
    return new Map(rows.map(({ process_id: id, all, unanswered }) => [id, { all, unanswered }]));
  },

  /** The last number given in a process, and how many opinions it has now. */
  async numbers(processId: number): Promise<{ last: number; present: number }> {
    return db
      .selectFrom('opinion as o')
      .select([
        sql<number>`coalesce(max(o.no), 0)::int`.as('last'),
        sql<number>`count(*) filter (where o.deleted_at is null)::int`.as('present'),
      ])
      .where('o.enterprise_id', '=', enterpriseId)
      .where('o.process_id', '=', processId)
      .executeTakeFirstOrThrow();
  },

  async add(row: Omit<Insertable<DB['opinion']>, 'enterprise_id'>): Promise<number> {
    const { id } = await db
      .insertInto('opinion')
      .values({ ...row, enterprise_id: enterpriseId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  async note(entry: {
    opinion_id: number;
    action: OpinionAction;
    user_id: number;
    for_user_id: number | null;
    text: string;
    at: Date;
  }): Promise<void> {
    await db
      .insertInto('opinion_entry')
      .values({ ...entry, enterprise_id: enterpriseId })
      .execute();
  },

  /** Entries of one opinion, and of all present opinions of its process. */
  countEntries: (processId: number, opinionId: number): Promise<{ own: number; all: number }> =>
    db
      .selectFrom('opinion as o')
      .innerJoin('opinion_entry as e', (join) =>
        join.onRef('e.enterprise_id', '=', 'o.enterprise_id').onRef('e.opinion_id', '=', 'o.id'),
      )
      .select([
        sql<number>`count(*) filter (where o.id = ${opinionId})::int`.as('own'),
        sql<number>`count(*)::int`.as('all'),
      ])
      .where('o.enterprise_id', '=', enterpriseId)
      .where('o.process_id', '=', processId)
      .where('o.deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
});
export type StoredOpinion = Awaited<ReturnType<ReturnType<typeof opinionsRepo>['byIds']>>[number];
export type StoredEntry = Awaited<ReturnType<ReturnType<typeof opinionsRepo>['entriesOf']>>[number];
