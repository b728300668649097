import type { ViewRange } from '@prdm/access';
import { storedNode, type Node } from '@prdm/contract/nodes';
import { buildPerson, theEnterprise, type BuiltPerson, type World } from './builders.ts';

/** A role of the enterprise with these nodes and this reach. */
export async function buildRole(
  world: World,
  given: { nodes?: readonly Node[]; viewRange?: ViewRange; levels?: Readonly<Record<string, number>>; name?: string },
): Promise<number> {
  const { rows } = await world.platform.db.pool.query(
    `insert into role (enterprise_id, name, kind, access, view_range, module_permission)
     values ($1, $2, 'admin', $3, $4, $5) returning id`,
    [
      await theEnterprise(world),
      given.name ?? `角色${Math.random()}`,
      (given.nodes ?? []).map(storedNode),
      given.viewRange ?? 'self',
      JSON.stringify(given.levels ?? {}),
    ],
  );
  return rows[0].id as number;
}

/** A person who holds a role made for the test. */
export async function buildHolder(
  world: World,
  given: Parameters<typeof buildRole>[1] & { departmentId?: number },
): Promise<BuiltPerson> {
  const person = await buildPerson(world, { departmentId: given.departmentId });
  const roleId = await buildRole(world, given);
  const enterpriseId = await theEnterprise(world);
  await world.platform.db.transaction((trx) =>
    world.modules.organisation.giveRoles(trx, enterpriseId, person.id, [roleId]),
  );
  return person;
}

/** A user group of people and departments. */
export async function buildGroup(
  world: World,
  given: { userIds?: readonly number[]; departmentIds?: readonly number[]; name?: string },
): Promise<number> {
  const { pool } = world.platform.db;
  const enterpriseId = await theEnterprise(world);
  const { rows } = await pool.query('insert into user_group (enterprise_id, name) values ($1, $2) returning id', [
    enterpriseId,
    given.name ?? `用户组${Math.random()}`,
  ]);
  const id = rows[0].id as number;
  await pool.query('insert into user_group_person select $1, $2, unnest($3::bigint[])', [
    enterpriseId,
    id,
    given.userIds ?? [],
  ]);
  await pool.query('insert into user_group_department select $1, $2, unnest($3::bigint[])', [
    enterpriseId,
    id,
    given.departmentIds ?? [],
  ]);
  return id;
}

/** A legal entity of the enterprise. */
export async function buildCompany(world: World, name = `公司${Math.random()}`): Promise<number> {
  const { rows } = await world.platform.db.pool.query(
    `insert into dictionary_entry (enterprise_id, kind, name, sort) values ($1, 'company', $2, 0) returning id`,
    [await theEnterprise(world), name],
  );
  return rows[0].id as number;
}

type Column = 'department.leader_id' | 'department.leading_manager_id' | 'department.company_id' | 'staff.company_id';

/** Writes one fact of the range to a department or a person. */
export async function setFact(world: World, column: Column, id: number, value: number | null): Promise<void> {
  const [table = '', name = ''] = column.split('.');
  const key = table === 'staff' ? 'user_id' : 'id';
  await world.platform.db.pool.query(`update ${table} set ${name} = $3 where enterprise_id = $1 and ${key} = $2`, [
    await theEnterprise(world),
    id,
    value,
  ]);
}
