import type { ViewRange } from '@prdm/access';
import { storedNode, type Node } from '@prdm/contract/nodes';
import { theEnterprise, type World } from './builders.ts';

/** A random number generator with a seed, so that a failure can be repeated. Gives 0 to 1, without 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface RandomDepartment {
  readonly id: number;
  readonly parent: RandomDepartment | null;
  readonly companyId: number | null;
  leaderId: number | null;
  managerId: number | null;
}
export interface RandomRole {
  readonly id: number;
  readonly key: string | null;
  readonly nodes: readonly Node[];
  readonly range: ViewRange;
}
export interface RandomPerson {
  readonly id: number;
  readonly department: RandomDepartment | null;
  readonly companyId: number | null;
  readonly roles: readonly RandomRole[];
  /** Project id to the nodes of the person's roles there. */
  readonly projects: ReadonlyMap<number, readonly Node[]>;
}
export interface RandomOrganisation {
  readonly departments: readonly RandomDepartment[];
  readonly people: readonly RandomPerson[];
}

/** The parts that all organisations of one database share. */
export interface Ground {
  readonly companies: readonly number[];
  readonly projects: readonly number[];
  readonly roles: readonly RandomRole[];
  readonly projectRoles: readonly RandomRole[];
}

const VIEW_RANGES: readonly ViewRange[] = ['self', 'department', 'department_and_below', 'company', 'enterprise'];

/** Roles of every reach with the node, one without it, the built-in ones, and two project roles. */
export async function buildGround(
  world: World,
  node: Node,
  given: Pick<Ground, 'companies' | 'projects'>,
): Promise<Ground> {
  const enterpriseId = await theEnterprise(world);
  const { pool } = world.platform.db;
  const add = async (kind: string, nodes: readonly Node[], range: ViewRange): Promise<RandomRole> => {
    const { rows } = await pool.query(
      'insert into role (enterprise_id, name, kind, access, view_range) values ($1, $2, $3, $4, $5) returning id',
      [enterpriseId, `角色${Math.random()}`.slice(0, 20), kind, nodes.map(storedNode), range],
    );
    return { id: rows[0].id as number, key: null, nodes, range };
  };
  const builtIn = async (key: string, range: ViewRange): Promise<RandomRole> => {
    const { rows } = await pool.query(
      'update role set view_range = $3, access = $4 where enterprise_id = $1 and key = $2 returning id',
      [enterpriseId, key, range, [storedNode(node)]],
    );
    return { id: rows[0].id as number, key, nodes: [node], range };
  };
  const roles = [];
  for (const range of VIEW_RANGES) roles.push(await add('personnel', [node], range));
  roles.push(
    await add('personnel', [], 'enterprise'),
    await builtIn('leader', 'self'),
    await builtIn('superAdmin', 'self'),
  );
  const projectRoles = [await add('project', [node], 'self'), await add('project', [], 'self')];
  return { ...given, roles, projectRoles };
}

/** Departments in a random tree, people with random places, roles, headships and memberships; stored by plain statements. */
export async function buildOrganisation(
  world: World,
  ground: Ground,
  random: () => number,
): Promise<RandomOrganisation> {
  const enterpriseId = await theEnterprise(world);
  const { pool } = world.platform.db;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const maybe = <T>(share: number, value: () => T): T | null => (random() < share ? value() : null);

  const departments: RandomDepartment[] = [];
  const depth = ({ parent }: RandomDepartment): number => (parent === null ? 1 : depth(parent) + 1);
  for (let at = 0; at < 7; at += 1) {
    const roomy = departments.filter((one) => depth(one) < 5);
    const parent = roomy.length === 0 ? null : maybe(0.8, () => pick(roomy));
    const companyId = maybe(0.3, () => pick(ground.companies));
    const { rows } = await pool.query(
      'insert into department (enterprise_id, name, parent_id, level, company_id) values ($1, $2, $3, $4, $5) returning id',
      [enterpriseId, `部${Math.random()}`.slice(0, 20), parent?.id ?? null, parent ? depth(parent) + 1 : 1, companyId],
    );
    departments.push({ id: rows[0].id as number, parent, companyId, leaderId: null, managerId: null });
  }

  const people: RandomPerson[] = [];
  for (let at = 0; at < 8; at += 1) {
    const account = `r${Math.random()}`.slice(0, 18);
    const { rows } = await pool.query(
      `insert into account (enterprise_id, account, account_key, password_hash) values ($1, $2, $2, 'x') returning id`,
      [enterpriseId, account],
    );
    const id = rows[0].id as number;
    const department = maybe(0.85, () => pick(departments));
    const companyId = maybe(0.2, () => pick(ground.companies));
    await pool.query(
      'insert into staff (enterprise_id, user_id, account, name, department_id, company_id) values ($1, $2, $3, $3, $4, $5)',
      [enterpriseId, id, account, department?.id ?? null, companyId],
    );
    const roles = ground.roles.filter(({ key }) => random() < (key === null ? 0.25 : 0.06));
    await pool.query('insert into role_holder (enterprise_id, role_id, user_id) select $1, unnest($2::bigint[]), $3', [
      enterpriseId,
      roles.map((role) => role.id),
      id,
    ]);
    const projects = new Map<number, readonly Node[]>();
    for (const project of ground.projects.filter(() => random() < 0.35)) {
      const role = pick(ground.projectRoles);
      projects.set(project, role.nodes);
      await pool.query('insert into project_member (enterprise_id, project_id, user_id) values ($1, $2, $3)', [
        enterpriseId,
        project,
        id,
      ]);
      await pool.query(
        'insert into project_member_role (enterprise_id, project_id, user_id, role_id) values ($1, $2, $3, $4)',
        [enterpriseId, project, id, role.id],
      );
    }
    people.push({ id, department, companyId, roles, projects });
  }

  for (const department of departments) {
    department.leaderId = maybe(0.35, () => pick(people).id);
    department.managerId = maybe(0.35, () => pick(people).id);
    await pool.query(
      'update department set leader_id = $3, leading_manager_id = $4 where enterprise_id = $1 and id = $2',
      [enterpriseId, department.id, department.leaderId, department.managerId],
    );
  }
  return { departments, people };
}
