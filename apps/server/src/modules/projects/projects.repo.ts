import { sql, type InferResult, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import { searchWords } from '../../platform/names/search-words.ts';
import { sortKey } from '../../platform/names/sort-key.ts';
import { prepared, type Value } from '../../platform/prepared.ts';
import { swapRow } from '../../platform/statements/swap.ts';
import { isMemberOn } from './partners/present.ts';

export type ProjectsTables = Pick<
  DB,
  | 'project'
  | 'project_invitation'
  | 'project_label'
  | 'project_member'
  | 'project_member_role'
  | 'project_profession'
  | 'project_service_content'
>;

/** Columns of the project that a write inside it needs. */
export interface LockedProject {
  readonly id: number;
  readonly name: string;
  readonly item_number: string;
  readonly is_project: boolean;
  readonly status: string;
  readonly manager_id: number;
  readonly archived_by: number | null;
  readonly version: number;
}
const LOCKED = [
  'id',
  'name',
  'item_number',
  'is_project',
  'status',
  'manager_id',
  'archived_by',
  'department_id',
  'version',
] as const;

export type NewProject = Omit<Insertable<DB['project']>, 'enterprise_id'>;
/** Both names change together, because both are in the search words. */
type Names =
  | { readonly name: string; readonly short_name: string }
  | { readonly name?: never; readonly short_name?: never };
type Written =
  | 'enterprise_id'
  | 'id'
  | 'version'
  | 'created_at'
  | 'name'
  | 'short_name'
  | keyof ReturnType<typeof keysOf>;
export type ProjectChange = Updateable<Omit<DB['project'], Written>> & Names;

/**
 * The projects of which a user is a member on a day, one row for each project role held. The ids may be columns of an outer statement.
 */
export const membershipsAt = (
  db: Kysely<ProjectsTables>,
  enterpriseId: Value<number>,
  userId: Value<number>,
  today: Value<string>,
) =>
  db
    .selectFrom('project_member as m')
    .leftJoin('project_member_role as r', (join) =>
      join
        .onRef('r.enterprise_id', '=', 'm.enterprise_id')
        .onRef('r.project_id', '=', 'm.project_id')
        .onRef('r.user_id', '=', 'm.user_id'),
    )
    .select(['m.project_id', 'r.role_id', sql<boolean>`false`.as('hidden')])
    .distinct()
    .where('m.enterprise_id', '=', enterpriseId)
    .where('m.user_id', '=', userId)
    .where(isMemberOn(today, 'm'))
    .unionAll(
      db
        .selectFrom('project as p')
        .select(['p.id as project_id', sql<number | null>`null::bigint`.as('role_id'), sql<boolean>`true`.as('hidden')])
        .where('p.enterprise_id', '=', enterpriseId)
        .where('p.secret_level', '<>', sql.lit('normal'))
        .where('p.deleted_at', 'is', null)
        .where(
          sql<boolean>`not exists (select from project_member pm where pm.enterprise_id = p.enterprise_id
            and pm.project_id = p.id and pm.user_id = ${userId} and ${isMemberOn(today, 'pm')})`,
        ),
    );
export type MembershipRow = InferResult<ReturnType<typeof membershipsAt>>[number];

/** The same for several users: one row for each user and project role held, and for each project hidden from a user. */
export const membershipsOfPeople = prepared(
  'memberships_of_people',
  (db: Kysely<ProjectsTables>, enterpriseId: number, userIds: readonly number[], today: string) => {
    const one = membershipsAt(db, enterpriseId, sql.ref<number>('u.user_id'), today);
    const statement = sql<MembershipRow & { readonly user_id: number }>`
      select u.user_id, m.* from unnest(${userIds as number[]}::bigint[]) as u(user_id) cross join lateral ${one} m`;
    return { compile: () => statement.compile(db) };
  },
);

const membershipsOf = prepared(
  'memberships_of',
  (db: Kysely<ProjectsTables>, enterpriseId: number, userId: number, today: string) =>
    membershipsAt(db, enterpriseId, userId, today),
);

const projectsByIds = prepared(
  'projects_by_ids',
  (db: Kysely<ProjectsTables>, enterpriseId: number, ids: readonly number[]) =>
    db
      .selectFrom('project')
      .select([
        'id',
        'name',
        'short_name',
        'item_number',
        'is_project',
        'status',
        'manager_id',
        'archived_by',
        'department_id',
        'version',
      ])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .where('deleted_at', 'is', null),
);

/** Latin words of both names, separated by a space. Equal words stand once. */
function wordsOf(names: readonly string[]): { pinyin: string; initials: string } {
  const words = names.map((name) => searchWords(name, 'thing'));
  const joined = (of: 'pinyin' | 'initials'): string => [...new Set(words.map((word) => word[of]))].join(' ');
  return { pinyin: joined('pinyin'), initials: joined('initials') };
}

/** Sort keys and search words for the columns that are written. */
const keysOf = (row: { name?: string; short_name?: string; item_number?: string }) => ({
  ...(row.name === undefined ? {} : { name_sort: sortKey(row.name), ...wordsOf([row.name, row.short_name ?? '']) }),
  ...(row.item_number === undefined ? {} : { number_sort: sortKey(row.item_number) }),
});

export const projectsRepo = (db: Kysely<ProjectsTables>, enterpriseId: number) => ({
  /** The projects of which a user is a member, with the project roles held. */
  membershipsOf: (userId: number, today: string) => membershipsOf(db, enterpriseId, userId, today),

  byIds: (ids: readonly number[]) => projectsByIds(db, enterpriseId, ids),

  /** The ids of all projects of these departments, archived ones too. */
  async ofDepartments(departmentIds: readonly number[]): Promise<number[]> {
    const rows = await db
      .selectFrom('project')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where('department_id', '=', sql<number>`any(${departmentIds as number[]})`)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Shared lock: writers inside the project do not block each other, a change of the project waits. */
  lockShared: (id: number): Promise<LockedProject | undefined> =>
    db
      .selectFrom('project')
      .select(LOCKED)
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst(),

  /** Exclusive lock for a change of the project itself. */
  lock: (id: number): Promise<LockedProject | undefined> =>
    db
      .selectFrom('project')
      .select(LOCKED)
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  row: (id: number) =>
    db
      .selectFrom('project')
      .selectAll()
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),

  /** The ids of the non-projects of these departments, or of all of them. */
  async nonProjects(departmentIds: readonly number[] | 'all'): Promise<number[]> {
    const rows = await db
      .selectFrom('project')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where('is_project', '=', false)
      .where('deleted_at', 'is', null)
      .$if(departmentIds !== 'all', (query) =>
        query.where('department_id', '=', sql<number>`any(${[...departmentIds] as number[]})`),
      )
      .execute();
    return rows.map(({ id }) => id);
  },

  /**
   * Counts ongoing and archived projects: archiving does not reduce the used quota (decisions.md 5.3). Non-projects do not
   * count.
   */
  async count(): Promise<number> {
    const { total } = await db
      .selectFrom('project')
      .select(sql<number>`count(*)`.as('total'))
      .where('enterprise_id', '=', enterpriseId)
      .where('is_project', '=', true)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return total;
  },

  /** Returns null when another project has the item number. Waits for a running transaction that stores the same number. */
  async addUnlessTaken(project: NewProject): Promise<number | null> {
    const row = await db
      .insertInto('project')
      .values({ ...project, ...keysOf(project), enterprise_id: enterpriseId })
      .onConflict((conflict) =>
        conflict.columns(['enterprise_id', 'item_number']).where('deleted_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },

  /**
   * Fills sort keys and search words of up to `limit` projects that an older program version stored without them. Returns their number.
   * A second process waits for the row, and then no longer finds it empty. A project that was renamed meanwhile keeps its new words.
   */
  async fillKeys(limit: number): Promise<number> {
    const isEmpty = sql<boolean>`(name_sort = '' or pinyin = '')`;
    const rows = await db
      .selectFrom('project')
      .select(['id', 'name', 'short_name', 'item_number'])
      .where('enterprise_id', '=', enterpriseId)
      .where(isEmpty)
      .orderBy('id')
      .limit(limit)
      .execute();
    for (const { id, ...row } of rows)
      await db
        .updateTable('project')
        .set(keysOf(row))
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where(isEmpty)
        .execute();
    return rows.length;
  },

  /** Changes the project only if its version is the given one. */
  async change(id: number, version: number, change: ProjectChange): Promise<boolean> {
    return swapRow(
      db
        .updateTable('project')
        .set({ ...change, ...keysOf(change), version: sql`version + 1`, updated_at: sql`now()` })
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deleted_at', 'is', null),
    );
  },

  managedBy: async (userId: number): Promise<number[]> => {
    const rows = await db
      .selectFrom('project')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where('manager_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(1000)
      .execute();
    return rows.map((row) => row.id);
  },

  secrecyOf: (ids: readonly number[]) =>
    db
      .selectFrom('project')
      .select(['id', 'name', 'secret_level'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .where('deleted_at', 'is', null)
      .execute(),

  /** Whether the project has a secrecy level. */
  isSecret: async (projectId: number): Promise<boolean> =>
    (await db
      .selectFrom('project')
      .select('id')
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', projectId)
      .where('secret_level', '<>', sql.lit('normal'))
      .executeTakeFirst()) !== undefined,

  membersAmong: async (projectId: number, userIds: readonly number[], today: string): Promise<number[]> => {
    const rows = await db
      .selectFrom('project_member')
      .select('user_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .where('user_id', '=', sql<number>`any(${userIds as number[]})`)
      .where(isMemberOn(today))
      .execute();
    return rows.map((row) => row.user_id);
  },
});

/** Projects of each enterprise that count against its limit: ongoing and archived ones. */
export async function countProjects(db: Kysely<ProjectsTables>, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('project')
    .select(['enterprise_id', sql<number>`count(*)`.as('total')])
    .where('enterprise_id', '=', sql<number>`any(${ids as number[]})`)
    .where('is_project', '=', true)
    .where('deleted_at', 'is', null)
    .groupBy('enterprise_id')
    .execute();
  return new Map(rows.map(({ enterprise_id, total }) => [enterprise_id, total]));
}
