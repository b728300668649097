import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import { prepared } from '../../platform/prepared.ts';

export type ProjectsTables = Pick<
  DB,
  'project' | 'project_member' | 'project_member_role' | 'project_profession' | 'project_serial'
>;

/** What a write needs to know of the project it happens in. */
export interface LockedProject {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly manager_id: number;
  readonly archived_by: number | null;
  readonly version: number;
}
const LOCKED = ['id', 'name', 'status', 'manager_id', 'archived_by', 'version'] as const;

export type NewProject = Omit<Insertable<DB['project']>, 'enterprise_id'>;
export type ProjectChange = Updateable<Omit<DB['project'], 'enterprise_id' | 'id' | 'version' | 'created_at'>>;

const membershipsOf = prepared('memberships_of', (db: Kysely<ProjectsTables>, enterpriseId: number, userId: number) =>
  db
    .selectFrom('project_member as m')
    .leftJoin('project_member_role as r', (join) =>
      join
        .onRef('r.enterprise_id', '=', 'm.enterprise_id')
        .onRef('r.project_id', '=', 'm.project_id')
        .onRef('r.user_id', '=', 'm.user_id'),
    )
    .select([
      'm.project_id',
      sql<number[]>`coalesce(array_agg(distinct r.role_id) filter (where r.role_id is not null), '{}')`.as('role_ids'),
    ])
    .where('m.enterprise_id', '=', enterpriseId)
    .where('m.user_id', '=', userId)
    .where('m.removed_at', 'is', null)
    .groupBy('m.project_id'),
);

const projectsByIds = prepared(
  'projects_by_ids',
  (db: Kysely<ProjectsTables>, enterpriseId: number, ids: readonly number[]) =>
    db
      .selectFrom('project')
      .select(['id', 'name', 'short_name', 'status', 'manager_id', 'archived_by', 'version'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .where('deleted_at', 'is', null),
);

export const projectsRepo = (db: Kysely<ProjectsTables>, enterpriseId: number) => ({
  /** The projects a person is a member of, with the project roles held: asked on every call. */
  membershipsOf: (userId: number) => membershipsOf(db, enterpriseId, userId),

  byIds: (ids: readonly number[]) => projectsByIds(db, enterpriseId, ids),

  /** Locked against change, shared with others who write inside the project. */
  lockShared: (id: number): Promise<LockedProject | undefined> =>
    db
      .selectFrom('project')
      .select(LOCKED)
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst(),

  /** Locked for a change of the project itself. */
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

  /** Ongoing and archived together: archiving gives no place back (decisions.md 5.3). */
  async count(): Promise<number> {
    const { total } = await db
      .selectFrom('project')
      .select(sql<number>`count(*)`.as('total'))
      .where('enterprise_id', '=', enterpriseId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return total;
  },

  async nextSerial(year: number): Promise<number> {
    const { last } = await db
      .insertInto('project_serial')
      .values({ enterprise_id: enterpriseId, year, last: 1 })
      .onConflict((conflict) =>
        conflict.columns(['enterprise_id', 'year']).doUpdateSet({ last: sql`project_serial.last + 1` }),
      )
      .returning('last')
      .executeTakeFirstOrThrow();
    return last;
  },

  /** null when another project has the item number; waits for whoever is about to take it. */
  async addUnlessTaken(project: NewProject): Promise<number | null> {
    const row = await db
      .insertInto('project')
      .values({ ...project, enterprise_id: enterpriseId })
      .onConflict((conflict) =>
        conflict.columns(['enterprise_id', 'item_number']).where('deleted_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },

  /** Changes the project if its version is the one that was seen. */
  async change(id: number, version: number, change: ProjectChange): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('project')
      .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  professionsOf: async (projectId: number): Promise<number[]> => {
    const rows = await db
      .selectFrom('project_profession')
      .select('profession_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .orderBy('profession_id')
      .execute();
    return rows.map((row) => row.profession_id);
  },

  async setProfessions(projectId: number, professionIds: readonly number[]): Promise<void> {
    await db
      .deleteFrom('project_profession')
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .execute();
    if (professionIds.length === 0) return;
    await db
      .insertInto('project_profession')
      .values(
        [...new Set(professionIds)].map((profession_id) => ({
          enterprise_id: enterpriseId,
          project_id: projectId,
          profession_id,
        })),
      )
      .execute();
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

  membersAmong: async (projectId: number, userIds: readonly number[]): Promise<number[]> => {
    const rows = await db
      .selectFrom('project_member')
      .select('user_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .where('user_id', '=', sql<number>`any(${userIds as number[]})`)
      .where('removed_at', 'is', null)
      .execute();
    return rows.map((row) => row.user_id);
  },
});
