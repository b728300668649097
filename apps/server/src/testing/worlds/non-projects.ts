import type { NonProjectKind } from '@prdm/contract/projects/non-projects';
import { systemActor } from '../../platform/actor.ts';
import { buildPerson, theEnterprise, type World } from './builders.ts';

export interface BuiltNonProject {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly managerId: number;
}

/** An open non-project with its members. */
export async function buildNonProject(
  world: World,
  given: {
    name?: string;
    kind?: NonProjectKind;
    managerId?: number;
    memberIds?: readonly number[];
    departmentId?: number;
    enterpriseId?: number;
  } = {},
): Promise<BuiltNonProject> {
  const { projects } = world.modules;
  const enterpriseId = given.enterpriseId ?? (await theEnterprise(world));
  const name = given.name ?? '规范学习';
  const managerId = given.managerId ?? (await buildPerson(world, { enterpriseId })).id;
  const actor = { ...systemActor(enterpriseId), userId: managerId };
  return world.platform.db.transaction(async (trx) => {
    const sheet = { name, kind: given.kind ?? 'training', manager_id: managerId, department_id: given.departmentId };
    const { id, number } = await projects.createNonProject(trx, actor, sheet);
    for (const userId of new Set(given.memberIds))
      if (userId !== managerId) await projects.addMember(trx, actor, id, { userId, roleKeysOrIds: [] });
    return { id, name, number, managerId };
  });
}
