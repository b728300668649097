import type { Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import { ROLE_PARTS, type rolePreview } from '@prdm/contract/organisation/roles';
import type { Lang } from '@prdm/locales';
import type { z } from 'zod';
import { fail } from '../../../platform/errors.ts';
import { idsOf, type GivenTo } from '../../../platform/ids/authorized.ts';
import type { RoleOfPerson } from '../organisation.repo.ts';
import { principalFrom, rowsOfPeople, type RightsRows, type RowsOfPeople } from '../principals.ts';
import type { RoleInProjects, RoleParts } from './role.parts.ts';
import { rightsOf, stepsBetween, type Step } from './role.preview.ts';
import { refuseLack } from './role.refusals.ts';
import { roleRepo, type StoredRoleRow } from './role.repo.ts';
import { partsAfter } from './role.service.ts';

type Preview = z.output<typeof rolePreview.output>;

/** The stored rows of one holder. */
interface Holder {
  readonly rows: RightsRows;
  /** The projects in which the person holds the role itself. */
  readonly projectIds: readonly number[];
}

/** The nodes whose grant can differ between two forms of a role. */
function changedNodes(before: StoredRoleRow, after: StoredRoleRow): string[] {
  const all = [...new Set([...before.access, ...after.access])];
  if (before.view_range !== after.view_range) return all;
  return all.filter((node) => before.access.includes(node) !== after.access.includes(node));
}

/**
 * Gains and losses of the active holders, were the role saved like this. Reads only; the rights of each person before
 * and after come from `decide()`. Throws 1005 where saving would.
 */
export async function previewRole(
  parts: RoleParts,
  { principal, lang }: { readonly principal: Principal; readonly lang: Lang },
  given: GivenTo<typeof rolePreview>,
): Promise<Preview> {
  const { enterpriseId } = principal;
  const { id, ...rights } = idsOf(given);
  const before = await roleRepo(parts.tables.read, enterpriseId).role(id);
  if (!before) throw fail.notFound();
  const after: StoredRoleRow = { ...before, ...partsAfter(before, rights) };
  refuseLack(lang, principal, after);
  const { holders, projectRoles } = await holdersOf(parts, enterpriseId, before);
  const nodes = changedNodes(before, after);
  const judged = ({ rows, projectIds }: Holder, role: StoredRoleRow) =>
    rightsOf(principalWith(parts, enterpriseId, rows, projectRoles, role), { nodes, projectIds });
  const people = holders
    .map((holder) => ({
      id: holder.rows.person.user_id,
      name: holder.rows.person.name,
      ...stepsBetween(judged(holder, before), judged(holder, after)),
    }))
    .filter(({ gains, losses }) => gains.length + losses.length > 0);
  return {
    holders: holders.length,
    rights: summary(people),
    people: people.slice(0, LIMITS.bulkMax),
    total: people.length,
  };
}

/** The person in the form of decide(), with `role` in place of the stored one of its id. */
function principalWith(
  parts: RoleParts,
  enterpriseId: number,
  { person, memberships }: RightsRows,
  projectRoles: RowsOfPeople['projectRoles'],
  role: StoredRoleRow,
): Principal {
  const changed = { ...role, module_permission: role.module_permission as RoleOfPerson['module_permission'] };
  const roles = person.roles.map((one) => (one.id === role.id ? changed : one));
  const known = new Map<number, RoleInProjects>(projectRoles).set(role.id, role);
  return principalFrom(parts, enterpriseId, { person: { ...person, roles }, memberships }, known);
}

/** The active holders with their rows, in the order of their ids. */
async function holdersOf(
  parts: RoleParts,
  enterpriseId: number,
  role: StoredRoleRow,
): Promise<{ holders: Holder[]; projectRoles: RowsOfPeople['projectRoles'] }> {
  const reader = parts.projectRoles();
  const inProjects = Map.groupBy(await reader.holdersOf(enterpriseId, role.id), ({ user_id }) => user_id);
  const own = await roleRepo(parts.tables.read, enterpriseId).everyHolder(role.id);
  const { people, projectRoles } = await rowsOfPeople(parts, enterpriseId, [...own, ...inProjects.keys()]);
  const holders = people.map((rows) => ({
    rows,
    projectIds: (inProjects.get(rows.person.user_id) ?? []).map(({ project_id }) => project_id),
  }));
  return { holders: holders.toSorted((a, b) => a.rows.person.user_id - b.rows.person.user_id), projectRoles };
}

/** Each changed right with the number of people who gain and lose it. */
function summary(people: readonly { gains: readonly Step[]; losses: readonly Step[] }[]): Preview['rights'] {
  const found = new Map<string, Preview['rights'][number]>();
  const count = (steps: readonly Step[], which: 'gain' | 'lose') => {
    for (const name of new Set(steps.map(({ part, key }) => `${part} ${key}`))) {
      const [part, key] = name.split(' ') as [Preview['rights'][number]['part'], string];
      const one = found.get(name) ?? { part, key, gain: 0, lose: 0 };
      found.set(name, { ...one, [which]: one[which] + 1 });
    }
  };
  for (const { gains, losses } of people) {
    count(gains, 'gain');
    count(losses, 'lose');
  }
  const place = ({ part, key }: Preview['rights'][number]) => `${ROLE_PARTS.indexOf(part)} ${key}`;
  return [...found.values()].toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
