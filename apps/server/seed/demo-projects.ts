import { add } from '@prdm/contract/projects';
import type { RoleKey } from '@prdm/contract/nodes';
import { systemActor } from '../src/platform/actor.ts';
import type { DictionaryKind } from '../src/modules/config/index.ts';
import type { World } from '../src/testing/worlds/builders.ts';
import type { Colleague } from './demo-people.ts';
import { PROJECTS, type ProjectPlan } from './names.ts';

/** The people of one profession in a project. */
export interface Crew {
  readonly professionId: number;
  readonly leader: Colleague;
  readonly designers: readonly Colleague[];
  readonly proofreader: Colleague;
}

export interface DemoProject {
  readonly id: number;
  readonly plan: ProjectPlan;
  readonly index: number;
  readonly manager: Colleague;
  /** By the profession's code. */
  readonly crews: ReadonlyMap<string, Crew>;
  readonly coordinator: Colleague;
}

/** The rooms of each profession, by the first characters of their departments' names. */
const ROOMS: readonly (readonly [profession: string, rooms: RegExp])[] = [
  ['arch', /^建筑/],
  ['struct', /^结构/],
  ['plumb', /^给排水/],
  ['hvac', /^暖通/],
  ['elec', /^电气/],
];

/** The number of a room's people in a project: leader, proofreader and designers. */
const CREW = { large: 6, medium: 4, small: 3 } as const;

/** chen.wei manages the first four and an archived one; li.na and zhang.qiang draw in the first eight. */
export async function beginProject(
  world: World,
  enterpriseId: number,
  people: readonly Colleague[],
  index: number,
): Promise<DemoProject> {
  const { config, projects } = world.modules;
  const plan = PROJECTS[index] as ProjectPlan;
  const idOf = async (kind: DictionaryKind, code: string): Promise<number> =>
    (await config.list(enterpriseId, kind)).find((entry) => entry.code === code)?.id ?? 0;
  const named = (account: string): Colleague => people.find((person) => person.account === account) as Colleague;
  const architects = people.filter(({ department }) => /^建筑/.test(department));
  const manager =
    index < 4 || index === 10 ? named('chen.wei') : (architects[(index * 5) % architects.length] as Colleague);
  const coordinators = people.filter(({ department }) => department === 'BIM中心');
  const coordinator = coordinators[index % coordinators.length] as Colleague;

  const crews = new Map<string, Crew>();
  const members = new Map<number, { roles: RoleKey[]; professionId?: number }>([
    [coordinator.id, { roles: ['coordinator'] }],
  ]);
  for (const [profession, rooms] of ROOMS) {
    const professionId = await idOf('profession', profession);
    const known = profession === 'arch' ? ['li.na'] : profession === 'struct' ? ['zhang.qiang'] : [];
    const wellKnown = index < 8 ? known.map(named) : [];
    const free = people.filter((one) => rooms.test(one.department) && one !== manager && !known.includes(one.account));
    const wanted = Math.min(CREW[plan.grade], free.length);
    const picked = Array.from({ length: wanted }, (_, n) => free[(index * 3 + n) % free.length] as Colleague);
    const [leader, proofreader, ...designers] = picked as [Colleague, Colleague, ...Colleague[]];
    crews.set(profession, { professionId, leader, proofreader, designers: [...wellKnown, ...designers] });
    for (const person of [...wellKnown, ...designers]) members.set(person.id, { roles: ['designer'], professionId });
    members.set(proofreader.id, { roles: ['proofreader'], professionId });
    members.set(leader.id, { roles: ['professional_leader', 'reviewer'], professionId });
  }
  const input = add.input.parse({
    name: plan.name,
    short_name: plan.short,
    manager_id: manager.id,
    type_id: await idOf('project_type', plan.type),
    stage_id: await idOf('stage', plan.stage),
    department_id: people.find(({ department }) => department === plan.department)?.departmentId,
    contract_number: `HT-${String(index * 7 + 12).padStart(3, '0')}`,
    grade_id: await idOf('project_grade', plan.grade),
    client: plan.client,
    country: 'CN',
    province: plan.city.slice(0, 2),
    city: plan.city,
    build_area: String(plan.built),
    build_area_unit: 'm2',
    bim_area: String(Math.round(plan.built * 0.9)),
    bim_area_unit: 'm2',
    land_area: String(plan.land),
    land_area_unit: 'm2',
    height: plan.height,
    height_unit: 'm',
    floors_above: String(plan.floors[0]),
    floors_below: String(plan.floors[1]),
    structure_type_id: await idOf('structure_type', plan.structure),
    service_content_ids: [await idOf('service_content', 'construction_doc'), await idOf('service_content', 'bim')],
    label_ids: plan.grade === 'large' ? [await idOf('label', 'key')] : [],
    total_hours: String(Math.round(plan.built / 20)),
    profession_ids: [...crews.values()].map(({ professionId }) => professionId),
  });
  const actor = { ...systemActor(enterpriseId), userId: manager.id, name: manager.name };
  const { manager_id: managerId, ...sheet } = input;
  const id = await world.platform.db.transaction(async (trx) => {
    const made = await projects.create(trx, actor, { sheet, managerId });
    for (const [userId, { roles, professionId }] of members)
      if (userId !== managerId)
        await projects.addMember(trx, actor, made.id, { userId, roleKeysOrIds: roles, professionId });
    return made.id;
  });
  return { id, plan, index, manager, crews, coordinator };
}

/** Archiving confirms the list of open work. */
export const archiveProject = (world: World, enterpriseId: number, { id, manager }: DemoProject): Promise<void> =>
  world.platform.db.transaction((trx) =>
    world.modules.projects.archive(
      trx,
      { ...systemActor(enterpriseId), userId: manager.id, name: manager.name },
      { projectId: id, version: 1, confirmed: true },
    ),
  );
