import { systemActor } from '../src/platform/actor.ts';
import type { RoleKey } from '@prdm/contract/nodes';
import { buildProject, type World } from '../src/testing/builders.ts';
import type { Colleague } from './demo-people.ts';
import { PROJECTS } from './names.ts';

export interface DemoProject {
  readonly id: number;
  readonly name: string;
  readonly managerId: number;
  readonly team: readonly Colleague[];
  readonly toArchive: boolean;
  archive(): Promise<void>;
}

const ARCHIVED_FROM = 10;
const ROLES: readonly RoleKey[] = [
  'professional_leader',
  'designer',
  'designer',
  'designer',
  'proofreader',
  'reviewer',
  'approver',
  'coordinator',
];

/** Twelve projects; chen.wei manages the first four, li.na and zhang.qiang work in most. The last two are archived in the end. */
export async function beginProjects(
  world: World,
  enterpriseId: number,
  people: readonly Colleague[],
): Promise<DemoProject[]> {
  const named = (account: string): Colleague => people.find((person) => person.account === account) as Colleague;
  const production = people.filter(({ department }) => /所|室|BIM/.test(department));
  const professions = await world.modules.config.list(enterpriseId, 'profession');
  const projects: DemoProject[] = [];
  for (const [index, name] of PROJECTS.entries()) {
    const manager = index < 4 ? named('chen.wei') : (production[(index * 5) % production.length] as Colleague);
    const others = ROLES.map((_role, n) => production[(index * 3 + n * 4) % production.length] as Colleague);
    const team = unique([...(index < 8 ? [named('li.na'), named('zhang.qiang')] : []), ...others]).filter(
      ({ id }) => id !== manager.id,
    );
    const { id } = await buildProject(world, {
      name,
      managerId: manager.id,
      enterpriseId,
      professionIds: professions.slice(0, 5).map((profession) => profession.id),
      members: team.map((person, n) => ({
        id: person.id,
        roles: [ROLES[n % ROLES.length] as RoleKey],
        professionId: professions[n % 5]?.id,
      })),
    });
    const actor = { ...systemActor(enterpriseId), userId: manager.id, name: manager.name };
    projects.push({
      id,
      name,
      managerId: manager.id,
      team: [manager, ...team],
      toArchive: index >= ARCHIVED_FROM,
      archive: () =>
        world.platform.db.transaction(async (trx) => {
          await world.modules.projects.archive(trx, actor, { projectId: id, version: 1, confirmed: true });
        }),
    });
  }
  return projects;
}

function unique(people: readonly Colleague[]): Colleague[] {
  return [...new Map(people.map((person) => [person.id, person])).values()];
}
