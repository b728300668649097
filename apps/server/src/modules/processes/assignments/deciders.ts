import { decide, seesProject, type Principal } from '@prdm/access';
import type { Trx } from '../../../platform/db.ts';
import { isMember } from '../../../platform/http/subjects.ts';
import { principalOf, type Organisation } from '../../organisation/index.ts';
import type { Projects } from '../../projects/index.ts';

/**
 * Result of the check for an assignment. `inactive`: does not work here now. `outside`: cannot open the project.
 * `barred`: may enter the project without the right to review there.
 */
export type Eligibility = 'fit' | 'inactive' | 'outside' | 'barred';

/** Runs inside the given transaction, if any. The result has an entry for every input id. */
export type EligibilityOf = (
  enterpriseId: number,
  projectId: number | null,
  userIds: readonly number[],
  trx?: Trx,
) => Promise<ReadonlyMap<number, Eligibility>>;

/**
 * A colleague needs no node to decide: a designer signs the own check (自校) by being named. An invited partner has only
 * the rights of the project roles held there (decisions.md section 7). For a partner the name alone is not enough.
 */
export function eligibilityIn(principal: Principal, projectId: number | null, isPartner: boolean): Eligibility {
  if (projectId === null) return isPartner ? 'barred' : 'fit';
  if (!isMember(principal, projectId) && !seesProject(principal, projectId)) return 'outside';
  if (!isPartner) return 'fit';
  const query = { ask: 'node', scope: 'project', projectId, actions: 'Process-review' } as const;
  return decide(principal, query).allowed ? 'fit' : 'barred';
}

interface Neighbours {
  readonly organisation: Pick<Organisation, 'person' | 'rolesByIds' | 'kindsOfPeople'>;
  readonly projects: Pick<Projects, 'accessOf' | 'membersAmong'>;
}

/** Eligibility of one person in any project, from two or three statements. */
async function inEveryProject(
  { organisation, projects }: Neighbours,
  enterpriseId: number,
  userId: number,
  trx?: Trx,
): Promise<(projectId: number | null) => Eligibility> {
  const person = await organisation.person(enterpriseId, userId, trx);
  if (!person) return () => 'inactive';
  const rolesByIds = (ids: number[]) => organisation.rolesByIds(enterpriseId, ids, trx);
  const map = await projects.accessOf(enterpriseId, userId, rolesByIds, trx);
  const principal = principalOf(enterpriseId, userId, person, map);
  return (projectId) => eligibilityIn(principal, projectId, person.type === 'partner');
}

/** Eligibility of few people in many projects. The result has an entry for every input id. */
export type FitnessOf = (
  enterpriseId: number,
  userIds: readonly number[],
  trx?: Trx,
) => Promise<ReadonlyMap<number, (projectId: number | null) => Eligibility>>;

export const fitnessOf =
  (neighbours: Neighbours): FitnessOf =>
  async (enterpriseId, userIds, trx) => {
    const found = new Map<number, (projectId: number | null) => Eligibility>();
    for (const id of userIds) found.set(id, await inEveryProject(neighbours, enterpriseId, id, trx));
    return found;
  };

export function eligibilityOf(neighbours: Neighbours): EligibilityOf {
  const { organisation, projects } = neighbours;

  return async (enterpriseId, projectId, userIds, trx) => {
    const ids = [...new Set(userIds)];
    if (ids.length === 0) return new Map();
    const people = await organisation.kindsOfPeople(enterpriseId, ids, trx);
    const members = new Set(projectId === null ? ids : await projects.membersAmong(enterpriseId, projectId, ids, trx));
    const found = new Map<number, Eligibility>();
    for (const id of ids) {
      const person = people.get(id);
      if (person?.status !== 'active') found.set(id, 'inactive');
      else if (person.type !== 'partner' && members.has(id)) found.set(id, 'fit');
      else found.set(id, (await inEveryProject(neighbours, enterpriseId, id, trx))(projectId));
    }
    return found;
  };
}
