import { decide, type Principal } from '@prdm/access';
import type { Trx } from '../../platform/db.ts';
import { isMember, seesAllProjects } from '../../platform/http/subjects.ts';
import { principalOf, type Organisation } from '../organisation/index.ts';
import type { Projects } from '../projects/index.ts';

/**
 * Whether somebody may hold a seat: `away` does not work here (any more), `outside` could not open the project, `barred` may enter it
 * and has no right to review there.
 */
export type Fitness = 'fit' | 'away' | 'outside' | 'barred';

/** Asked inside the running transaction when one is given. Everybody asked for is in the answer. */
export type FitnessOf = (
  enterpriseId: number,
  projectId: number | null,
  userIds: readonly number[],
  trx?: Trx,
) => Promise<ReadonlyMap<number, Fitness>>;

/**
 * People of the firm decide a stage by being named for it: a designer signs the own check (自校) without any node. An invited partner
 * has what the project roles held there give and nothing else (decisions.md section 7), so naming alone is not enough.
 */
export function fitnessIn(principal: Principal, projectId: number | null, isPartner: boolean): Fitness {
  if (projectId === null) return isPartner ? 'barred' : 'fit';
  if (!isMember(principal, projectId) && !seesAllProjects(principal)) return 'outside';
  if (!isPartner) return 'fit';
  const asked = { ask: 'node', scope: 'project', projectId, actions: 'Process-review' } as const;
  return decide(principal, asked).allowed ? 'fit' : 'barred';
}

export function fitnessOf(neighbours: {
  organisation: Pick<Organisation, 'person' | 'rolesByIds' | 'kindsOfPeople'>;
  projects: Pick<Projects, 'accessOf' | 'membersAmong'>;
}): FitnessOf {
  const { organisation, projects } = neighbours;

  async function judged(enterpriseId: number, projectId: number | null, userId: number, trx?: Trx): Promise<Fitness> {
    const person = await organisation.person(enterpriseId, userId, trx);
    if (!person) return 'away';
    const rolesByIds = (ids: number[]) => organisation.rolesByIds(enterpriseId, ids, trx);
    const map = await projects.accessOf(enterpriseId, userId, rolesByIds, trx);
    return fitnessIn(principalOf(enterpriseId, userId, person, map), projectId, person.type === 'partner');
  }

  return async (enterpriseId, projectId, userIds, trx) => {
    const ids = [...new Set(userIds)];
    if (ids.length === 0) return new Map();
    const people = await organisation.kindsOfPeople(enterpriseId, ids, trx);
    const members = new Set(projectId === null ? ids : await projects.membersAmong(enterpriseId, projectId, ids, trx));
    const found = new Map<number, Fitness>();
    for (const id of ids) {
      const person = people.get(id);
      if (person?.status !== 'active') found.set(id, 'away');
      else if (person.type !== 'partner' && members.has(id)) found.set(id, 'fit');
      else found.set(id, await judged(enterpriseId, projectId, id, trx));
    }
    return found;
  };
}
