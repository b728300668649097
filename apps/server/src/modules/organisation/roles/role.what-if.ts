import { highestLevels, NO_PLACE, type Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import { ROLE_PARTS, type rolePreview } from '@prdm/contract/organisation/roles';
import type { Lang } from '@prdm/locales';
import type { z } from 'zod';
import { fail } from '../../../platform/errors.ts';
import { idsOf, type GivenTo } from '../../../platform/ids/authorized.ts';
import { organisationRepo, type RoleOfPerson } from '../organisation.repo.ts';
import { principalOf } from '../principal.ts';
import { heldRoles } from '../standing.ts';
import { staffRepo } from '../staff/staff.repo.ts';
import type { Membership, RoleParts } from './role.parts.ts';
import { rightsOf, stepsBetween, type Step } from './role.preview.ts';
import { refuseLack } from './role.refusals.ts';
import { roleRepo, type StoredRoleRow } from './role.repo.ts';
import { partsAfter } from './role.service.ts';

type Preview = z.output<typeof rolePreview.output>;

/** The facts of one holder: the roles held in the enterprise, and the memberships with their project roles. */
interface Holder {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly RoleOfPerson[];
  readonly memberships: readonly Membership[];
  /** The projects in which the person holds the role itself. */
  readonly projectIds: readonly number[];
}

const groupBy = <T extends { readonly user_id: number }>(rows: readonly T[]): Map<number, T[]> => {
  const found = new Map<number, T[]>();
  for (const row of rows) found.set(row.user_id, [...(found.get(row.user_id) ?? []), row]);
  return found;
};

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
  const holders = await holdersOf(parts, enterpriseId, before);
  const projectRoles = await rolesIn(parts, enterpriseId, holders);
  const nodes = changedNodes(before, after);
  const judged = (holder: Holder, role: StoredRoleRow) =>
    rightsOf(principalWith(parts, enterpriseId, holder, projectRoles, role), { nodes, projectIds: holder.projectIds });
  const people = holders
    .map((holder) => ({
      id: holder.id,
      name: holder.name,
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
  { id, roles, memberships }: Holder,
  projectRoles: ReadonlyMap<number, RoleOfPerson>,
  role: StoredRoleRow,
): Principal {
  const changed = { ...role, module_permission: role.module_permission as RoleOfPerson['module_permission'] };
  const own = roles.map((one) => (one.id === role.id ? changed : one));
  const known = new Map([...projectRoles].map(([key, one]) => [key, key === role.id ? changed : one]));
  const standing = {
    roles: heldRoles(own),
    groupIds: [],
    place: NO_PLACE,
    levels: highestLevels(own.map((one) => one.module_permission)),
  };
  return principalOf(enterpriseId, id, standing, parts.projectRoles().mapOf(memberships, known));
}

async function holdersOf(parts: RoleParts, enterpriseId: number, role: StoredRoleRow): Promise<Holder[]> {
  const reader = parts.projectRoles();
  const staff = staffRepo(parts.tables.read, enterpriseId);
  const inProjects = groupBy(await reader.holdersOf(enterpriseId, role.id));
  const own = await roleRepo(parts.tables.read, enterpriseId).everyHolder(role.id);
  const ids = [...new Set([...own, ...inProjects.keys()])];
  if (ids.length === 0) return [];
  const [people, held, memberships] = await Promise.all([
    staff.byIds(ids),
    staff.rolesOf(ids),
    reader.membershipsOf(enterpriseId, ids),
  ]);
  const [rolesOf, membershipsOf] = [groupBy(held), groupBy(memberships)];
  return people
    .filter(({ status }) => status === 'active')
    .map(({ user_id: id, name }) => ({
      id,
      name,
      roles: (rolesOf.get(id) ?? []) as unknown as RoleOfPerson[],
      memberships: membershipsOf.get(id) ?? [],
      projectIds: (inProjects.get(id) ?? []).map(({ project_id }) => project_id),
    }))
    .toSorted((a, b) => a.id - b.id);
}

/** The project roles that the holders hold anywhere. */
async function rolesIn(
  parts: RoleParts,
  enterpriseId: number,
  holders: readonly Holder[],
): Promise<Map<number, RoleOfPerson>> {
  const ids = [...new Set(holders.flatMap(({ memberships }) => memberships.flatMap(({ role_id }) => role_id ?? [])))];
  const rows = ids.length === 0 ? [] : await organisationRepo(parts.tables.read, enterpriseId).rolesByIds(ids);
  return new Map(rows.map((row) => [row.id, row as unknown as RoleOfPerson]));
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
