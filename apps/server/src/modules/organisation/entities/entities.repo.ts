import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import type { OrganisationTables } from '../organisation.repo.ts';

/** A department of a user group. */
export interface GroupDepartment {
  readonly groupId: number;
  readonly departmentId: number;
}

/** A position as an import compares it. */
export interface PositionRow {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly department_id: number | null;
  readonly position_template_id: number | null;
  readonly position_template_name: string | null;
}

/** Figures and names beside positions and user groups. Former staff never count. */
export const entitiesRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => {
  const positions = () =>
    db
      .selectFrom('position as p')
      .leftJoin('position_template as t', (join) =>
        join.onRef('t.enterprise_id', '=', 'p.enterprise_id').onRef('t.id', '=', 'p.position_template_id'),
      )
      .select(['p.id', 'p.name', 'p.version', 'p.department_id', 'p.position_template_id'])
      .select('t.name as position_template_name')
      .where('p.enterprise_id', '=', enterpriseId)
      .where('p.deleted_at', 'is', null)
      .orderBy('p.id');
  return {
    /** Deleted ones included: an old position still shows the name. */
    templateNames: (ids: readonly number[]) =>
      db
        .selectFrom('position_template')
        .select(['id', 'name'])
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    /** The positions with these names. `locks`: they stay as they are until the transaction ends. */
    async positionsNamed(names: readonly string[], locks: boolean): Promise<PositionRow[]> {
      const rows = positions().where('p.name', '=', sql<string>`any(${names as string[]}::text[])`);
      return locks ? rows.forUpdate('p').execute() : rows.execute();
    },

    positionsById: (ids: readonly number[]): Promise<PositionRow[]> =>
      positions()
        .where('p.id', '=', sql<number>`any(${ids as number[]})`)
        .forUpdate('p')
        .execute(),

    /** Common positions that a position can take. */
    enabledTemplates: () =>
      db
        .selectFrom('position_template')
        .select(['id', 'name'])
        .where('enterprise_id', '=', enterpriseId)
        .where('deleted_at', 'is', null)
        .where('disabled_at', 'is', null)
        .orderBy('sort')
        .orderBy('id')
        .limit(LIMITS.unpagedMax)
        .execute(),

    /** Number of people of each group. A person who is named and also works in a department of the group counts once. */
    async members(groupIds: readonly number[], departments: readonly GroupDepartment[]): Promise<Map<number, number>> {
      const [groups, named] = [departments.map((one) => one.groupId), departments.map((one) => one.departmentId)];
      const { rows } = await sql<{ group_id: number; n: number }>`
      select people.group_id, count(*)::int as n from (
        select place.group_id, s.user_id
        from unnest(${groups}::bigint[], ${named}::bigint[]) as place(group_id, department_id)
        join staff s on s.enterprise_id = ${enterpriseId} and s.department_id = place.department_id
        where s.status <> 'former'
        union
        select p.group_id, p.user_id from user_group_person p
        join staff s on s.enterprise_id = p.enterprise_id and s.user_id = p.user_id
        where p.enterprise_id = ${enterpriseId} and p.group_id = any(${groupIds as number[]}) and s.status <> 'former'
      ) people group by people.group_id`.execute(db);
      return new Map(rows.map(({ group_id, n }) => [group_id, n]));
    },

    /** The people of a position in the order of lists, at most LIMITS.unpagedMax. */
    holders: (positionId: number) =>
      db
        .selectFrom('staff')
        .select(['user_id', 'department_id', 'company_id'])
        .where('enterprise_id', '=', enterpriseId)
        .where('position_id', '=', positionId)
        .where('status', 'in', ['active', 'disabled'])
        .orderBy('sort')
        .orderBy('user_id')
        .limit(LIMITS.unpagedMax)
        .execute(),
  };
};
