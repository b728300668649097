import { sql, type Kysely } from 'kysely';
import type { OrganisationTables } from '../organisation.repo.ts';

/** The columns of a department that name a person. */
export const DEPARTMENT_LEADERS = ['leader_id', 'leading_manager_id'] as const;
export type DepartmentLeader = (typeof DEPARTMENT_LEADERS)[number];

/** People and departments by the person who leads them. */
export const leadingRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => ({
  /** The person and the direct leaders above, the nearest first. A damaged chain ends where it repeats. */
  async chainFrom(userId: number): Promise<number[]> {
    const { rows } = await sql<{ user_id: number }>`
      with recursive up as (
        select user_id, leader_id, 0 as steps from staff where enterprise_id = ${enterpriseId} and user_id = ${userId}
        union all
        select s.user_id, s.leader_id, up.steps + 1 from staff s join up on s.user_id = up.leader_id
        where s.enterprise_id = ${enterpriseId}
      ) cycle user_id set is_ring using trail
      select user_id from up where not is_ring order by steps`.execute(db);
    return rows.map((row) => row.user_id);
  },

  async leaderOf(userId: number): Promise<number | null> {
    const row = await db
      .selectFrom('staff')
      .select('leader_id')
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.leader_id ?? null;
  },

  /** People who hold an enterprise role and have not left. */
  async holdersOf(roleId: number): Promise<number[]> {
    const rows = await db
      .selectFrom('role_holder as h')
      .innerJoin('staff as s', (join) =>
        join.onRef('s.enterprise_id', '=', 'h.enterprise_id').onRef('s.user_id', '=', 'h.user_id'),
      )
      .select('h.user_id')
      .where('h.enterprise_id', '=', enterpriseId)
      .where('h.role_id', '=', roleId)
      .where('s.status', '<>', 'former')
      .orderBy('h.user_id')
      .execute();
    return rows.map((row) => row.user_id);
  },

  /** Everyone whose direct leader is this person, in any state: a restored person must not name a former leader. */
  reports: (userId: number) =>
    db
      .selectFrom('staff')
      .select(['user_id', 'name', 'status', 'department_id', 'company_id'])
      .where('enterprise_id', '=', enterpriseId)
      .where('leader_id', '=', userId)
      .orderBy('user_id')
      .execute(),

  /** Existing departments that name this person as head or leading manager. */
  departments: (userId: number) =>
    db
      .selectFrom('department')
      .select(['id', 'name', ...DEPARTMENT_LEADERS])
      .where('enterprise_id', '=', enterpriseId)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or(DEPARTMENT_LEADERS.map((column) => eb(column, '=', userId))))
      .orderBy('id')
      .execute(),

  async setLeader(userIds: readonly number[], leaderId: number | null): Promise<void> {
    if (userIds.length === 0) return;
    await db
      .updateTable('staff')
      .set({ leader_id: leaderId, version: sql`version + 1`, updated_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', sql<number>`any(${userIds as number[]})`)
      .execute();
  },

  async setLeads(departmentId: number, leads: Partial<Record<DepartmentLeader, number | null>>): Promise<void> {
    await db
      .updateTable('department')
      .set({ ...leads, version: sql`version + 1` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', departmentId)
      .execute();
  },
});
