import { decide, seesProject, type Principal } from '@prdm/access';
import type { Trx } from '../../../platform/db.ts';
import { isMember } from '../../../platform/http/subjects.ts';
import type { ActivePerson, Organisation } from '../../organisation/index.ts';
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
  readonly organisation: Pick<Organisation, 'principalsOf' | 'kindsOfPeople'>;
  readonly projects: Pick<Projects, 'membersAmong'>;
}

const eligibilityOfPerson = (person: ActivePerson | undefined, projectId: number | null): Eligibility =>
  person ? eligibilityIn(person.principal, projectId, person.type === 'partner') : 'inactive';

/** Eligibility of few people in many projects. The result has an entry for every input id. */
export type FitnessOf = (
  enterpriseId: number,
  userIds: readonly number[],
  trx?: Trx,
) => Promise<ReadonlyMap<number, (projectId: number | null) => Eligibility>>;

export const fitnessOf =
  ({ organisation }: Neighbours): FitnessOf =>
  async (enterpriseId, userIds, trx) => {
    const people = await organisation.principalsOf(enterpriseId, userIds, trx);
    return new Map(userIds.map((id) => [id, (projectId) => eligibilityOfPerson(people.get(id), projectId)]));
  };

/** Colleagues who are members need no rights, so only those of the others are read. */
export function eligibilityOf({ organisation, projects }: Neighbours): EligibilityOf {
  return async (enterpriseId, projectId, userIds, trx) => {
    const ids = [...new Set(userIds)];
    if (ids.length === 0) return new Map();
    const people = await organisation.kindsOfPeople(enterpriseId, ids, trx);
    const members = new Set(projectId === null ? ids : await projects.membersAmong(enterpriseId, projectId, ids, trx));
    const isFit = (id: number) => people.get(id)?.type !== 'partner' && members.has(id);
    const active = ids.filter((id) => people.get(id)?.status === 'active');
    const others = await organisation.principalsOf(
      enterpriseId,
      active.filter((id) => !isFit(id)),
      trx,
    );
    const found = (id: number): Eligibility =>
      active.includes(id) && isFit(id) ? 'fit' : eligibilityOfPerson(others.get(id), projectId);
    return new Map(ids.map((id) => [id, found(id)]));
  };
}
