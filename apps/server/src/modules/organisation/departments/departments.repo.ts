import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { Condition } from '../../../platform/range/within-range.ts';
import type { OrganisationTables } from '../organisation.repo.ts';

export interface DepartmentRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly level: number;
  readonly sort: number;
  readonly leader_id: number | null;
  readonly is_production: boolean;
  readonly version: number;
}

const COLUMNS = ['id', 'parent_id', 'name', 'level', 'sort', 'leader_id', 'is_production', 'version'] as const;

export interface DepartmentFields {
  readonly name: string;
  readonly parent_id: number | null;
  readonly level: number;
  readonly leader_id: number | null;
  readonly is_production: boolean;
  readonly sort: number;
}

export const departmentsRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => ({
  /** The whole tree without removed departments, siblings in their order. `assertRoom` limits its size. */
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

  living: (ids: readonly number[]): Promise<DepartmentRow[]> =>
    db
      .selectFrom('department')
      .select(COLUMNS)
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .where('deleted_at', 'is', null)
      .execute(),

  /** Includes removed departments: old records still show the names. */
  names: (ids: readonly number[]) =>
    db
      .selectFrom('department')
      .select(['id', 'name'])
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

  /** Number of staff in each department itself, without former staff, as far as one of the conditions holds. */
  staffCounts: (within: readonly Condition[]) =>
    db
      .selectFrom('staff as s')
      .select(['s.department_id', sql<number>`count(*)`.as('members')])
      .where('s.enterprise_id', '=', enterpriseId)
      .where('s.status', 'in', ['active', 'disabled'])
      .where('s.department_id', 'is not', null)
      .where((eb) => eb.or([...within]))
      .groupBy('s.department_id')
      .execute(),

  isUsed: async (id: number): Promise<boolean> => {
    const { used } = await db
      .selectNoFrom((eb) =>
        eb
          .or([
            eb.exists(
              eb
                .selectFrom('department as d')
                .select('d.id')
                .where('d.enterprise_id', '=', enterpriseId)
                .where('d.parent_id', '=', id)
                .where('d.deleted_at', 'is', null),
            ),
            eb.exists(
              eb
                .selectFrom('staff as s')
                .select('s.user_id')
                .where('s.enterprise_id', '=', enterpriseId)
                .where('s.department_id', '=', id)
                .where('s.status', 'in', ['active', 'disabled']),
            ),
          ])
          .as('used'),
      )
      .executeTakeFirstOrThrow();
    return Boolean(used);
  },

  async add(fields: DepartmentFields): Promise<number> {
    const { id } = await db
      .insertInto('department')
      .values({ ...fields, enterprise_id: enterpriseId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  async edit(id: number, version: number, fields: DepartmentFields): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('department')
      .set({ ...fields, version: sql`version + 1` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  async shiftLevels(ids: readonly number[], by: number): Promise<void> {
    await db
      .updateTable('department')
      .set({ level: sql`level + ${by}` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`)
      .execute();
  },

  async remove(id: number, version: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('department')
      .set({ deleted_at: sql`now()`, version: sql`version + 1` })
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
});
