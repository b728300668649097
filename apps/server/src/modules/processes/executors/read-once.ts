import type { Eligibility } from '../assignments/deciders.ts';
import type { ResolveParts } from './resolve.ts';

/**
 * The same reads, each made once. The stages of a template ask for the same leaders, roles, members and people, and a
 * plan shall not cost more statements with more stages. Valid for one plan in one transaction.
 */
export function readOnce(parts: ResolveParts): ResolveParts {
  const { organisation, projects } = parts;
  const known = new Map<number, Eligibility>();
  const answers = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const found = answers.get(key) ?? read();
    answers.set(key, found);
    return found as Promise<T>;
  };
  return {
    ...parts,
    organisation: {
      ...organisation,
      superiorsOf: (trx, enterpriseId, id) =>
        once(`superiors ${id}`, () => organisation.superiorsOf(trx, enterpriseId, id)),
      headsOfDepartment: (trx, enterpriseId, id) =>
        once(`heads ${id}`, () => organisation.headsOfDepartment(trx, enterpriseId, id)),
      roleHolders: (trx, enterpriseId, id) =>
        once(`holders ${id}`, () => organisation.roleHolders(trx, enterpriseId, id)),
    },
    projects: {
      membersOf: (enterpriseId, id, trx) => once(`members ${id}`, () => projects.membersOf(enterpriseId, id, trx)),
    },
    async eligibility(enterpriseId, projectId, userIds, trx) {
      const missing = userIds.filter((id) => !known.has(id));
      for (const [id, found] of await parts.eligibility(enterpriseId, projectId, missing, trx)) known.set(id, found);
      return new Map(userIds.map((id) => [id, known.get(id) ?? 'inactive']));
    },
  };
}
