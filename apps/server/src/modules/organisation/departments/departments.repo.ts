import { sql, type Kysely, type Selectable } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { OrganisationTables } from '../organisation.repo.ts';

const COLUMNS = [
  ...(['id', 'parent_id', 'name', 'level', 'sort', 'version', 'is_production'] as const),
  ...(['leader_id', 'leading_manager_id', 'company_id'] as const),
];
export type DepartmentRow = Pick<Selectable<OrganisationTables['department']>, (typeof COLUMNS)[number]>;

export const departmentsRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => ({
  /** The whole tree without removed departments, siblings in their order. LIMITS.unpagedMax limits its size. */
  all: (): Promise<DepartmentRow[]> =>
    db
      .selectFrom('department')
      .select(COLUMNS)
      .where('enterprise_id', '=', enterpriseId)
      .where('deleted_at', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .limit(LIMITS.unpagedMax)
      .execute(),

  /** Includes removed departments: old records still show the names. */
  byIds: (ids: readonly number[]) =>
    db
      .selectFrom('department')
      .select(['id', 'name', 'deleted_at'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .execute(),

  /** The department itself, or its nearest ancestor that is not removed. null when all ancestors are removed. */
  async nearestLiving(id: number): Promise<number | null> {
    const { rows } = await sql<{ id: number }>`
      with recursive way as (
        select id, parent_id, deleted_at, 0 as steps from department where enterprise_id = ${enterpriseId} and id = ${id}
        union all
        select d.id, d.parent_id, d.deleted_at, way.steps + 1 from department d join way on d.id = way.parent_id
        where d.enterprise_id = ${enterpriseId}
      ) cycle id set is_ring using trail
      select id from way where deleted_at is null order by steps limit 1`.execute(db);
    return rows[0]?.id ?? null;
  },

  async shiftLevels(ids: readonly number[], by: number): Promise<void> {
    await db
      .updateTable('department')
      .set({ level: sql`level + ${by}` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .execute();
  },
});
