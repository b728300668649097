import type { RoleKey } from '@prdm/contract/nodes';
import { systemActor } from '../src/platform/actor.ts';
import { buildDepartment, buildPerson, type World } from '../src/testing/worlds/builders.ts';
import { DEPARTMENTS, personName, type DepartmentPlan } from './names.ts';

export interface Colleague {
  readonly id: number;
  readonly account: string;
  readonly name: string;
  readonly department: string;
  readonly departmentId: number;
}

/** Accounts a visitor signs in with (README); all passwords are the builders' one. */
const KNOWN: readonly { account: string; name: string; department: string; roles: RoleKey[] }[] = [
  { account: 'zhou.hua', name: '周华', department: '院部', roles: ['leader'] },
  { account: 'chen.wei', name: '陈伟', department: '建筑设计所', roles: ['design_room_director'] },
  { account: 'li.na', name: '李娜', department: '建筑一室', roles: [] },
  { account: 'zhang.qiang', name: '张强', department: '结构一室', roles: [] },
  { account: 'sun.li', name: '孙丽', department: '综合管理部', roles: ['administrator'] },
];

/** Departments whose head is one of the known accounts. In other departments the first person is the head. */
const LEADS: ReadonlySet<string> = new Set(['院部', '建筑设计所']);

/** Departments four levels deep and about sixty people in them. */
export async function hirePeople(world: World, enterpriseId: number): Promise<Colleague[]> {
  const places = new Map<string, number>();
  const positions = await world.modules.organisation.positions(enterpriseId);
  const positionId = (n: number): number | undefined => positions.at(n % positions.length)?.id;
  const people: Colleague[] = [];
  const made: (Parameters<World['modules']['organisation']['addDepartment']>[2] & { id: number })[] = [];
  let serial = 0;

  const settle = async (plans: readonly DepartmentPlan[], parentId?: number): Promise<void> => {
    for (const plan of plans) {
      const isProduction = plan.isOffice !== true;
      const { id } = await buildDepartment(world, { name: plan.name, parentId, enterpriseId, isProduction });
      made.push({ id, name: plan.name, parent_id: parentId, is_production: isProduction });
      places.set(plan.name, id);
      for (let n = 0; n < (plan.people ?? 0); n += 1) {
        serial += 1;
        const person = await buildPerson(world, {
          name: personName(serial),
          account: `staff${String(serial).padStart(3, '0')}`,
          departmentId: id,
          positionId: positionId(4 + (serial % 5)),
          phone: `138${String(10_000_000 + serial * 7919).slice(0, 8)}`,
          enterpriseId,
        });
        people.push({ ...person, department: plan.name, departmentId: id });
      }
      await settle(plan.below ?? [], id);
    }
  };
  await settle(DEPARTMENTS);
  for (const { department, ...known } of KNOWN) {
    const departmentId = places.get(department) ?? 0;
    const person = await buildPerson(world, { ...known, departmentId, enterpriseId });
    people.push({ ...person, department, departmentId });
  }
  const heads = new Map<number, number>();
  for (const { id, departmentId } of people.toReversed()) heads.set(departmentId, id);
  for (const { id, department, departmentId } of people.slice(-KNOWN.length))
    if (LEADS.has(department)) heads.set(departmentId, id);
  const manager = people.find(({ account }) => account === KNOWN[0]?.account)?.id;
  await world.platform.db.transaction(async (trx) => {
    for (const department of made) {
      const leader_id = heads.get(department.id);
      // The leading manager of a department at the top is also that of the departments below it.
      const leading_manager_id = department.parent_id === undefined && department.is_production ? manager : undefined;
      const input = { ...department, leader_id, leading_manager_id, version: 1 };
      await world.modules.organisation.editDepartment(trx, systemActor(enterpriseId), input);
    }
  });
  await giveLeadersAndTitles(world, enterpriseId, people, { heads, departments: made });
  return people;
}

/** Codes of standard titles, the lowest first. */
const TITLES = ['assistant_engineer', 'engineer', 'senior_engineer', 'professor_engineer'];

const COMPANIES = [{ code: null, name: '华衡工程咨询有限公司', short_name: '华衡咨询', colour: '#13a8a8' }] as const;

/**
 * Each person reports to the head of the own department, and each head to the head of the department above. Heads have
 * the higher titles.
 */
async function giveLeadersAndTitles(
  world: World,
  enterpriseId: number,
  people: readonly Colleague[],
  tree: { heads: ReadonlyMap<number, number>; departments: readonly { id: number; parent_id?: number }[] },
): Promise<void> {
  const parents = new Map(tree.departments.map(({ id, parent_id }) => [id, parent_id ?? null]));
  const leaderOf = (id: number, from: number): number | null => {
    for (let at: number | null = from; at !== null; at = parents.get(at) ?? null) {
      const head = tree.heads.get(at);
      if (head !== undefined && head !== id) return head;
    }
    return null;
  };
  await world.platform.db.transaction(async (trx) => {
    await world.modules.config.add(trx, enterpriseId, 'company', COMPANIES);
  });
  const standard = await world.modules.config.list(enterpriseId, 'position_title');
  const titles = TITLES.map((code) => standard.find((title) => title.code === code)?.id ?? null);
  const heads = new Set(tree.heads.values());
  for (const [n, { id, departmentId }] of people.entries())
    await world.platform.db.pool.query(
      'update staff set leader_id = $3, position_title_id = $4 where enterprise_id = $1 and user_id = $2',
      [enterpriseId, id, leaderOf(id, departmentId), titles[heads.has(id) ? 2 + (n % 2) : n % 3]],
    );
}
