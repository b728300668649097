import { levelOf, seesContent, type Levels, type Principal } from '@prdm/access';
import { CONTENT_KEYS } from '@prdm/contract/kit/content';
import { MONEY_MODULES } from '@prdm/contract/kit/money';
import { CUSTOM_ROLE, type Me } from '@prdm/contract/me';
import type { Identity } from '../identity/index.ts';
import type { Organisation, Person } from '../organisation/index.ts';

/**
 * The current user for the shell, assembled from identity, organisation, projects and notices. The module owns no
 * table.
 */
export interface MeSources {
  readonly identity: Identity;
  readonly organisation: Organisation;
  readonly unreadNotices: (principal: Principal) => Promise<number>;
  readonly managedProjects: (enterpriseId: number, userId: number) => Promise<number[]>;
}

/**
 * The key of the user's strongest role; `custom` for a role the enterprise made; '' without a role. It is never a
 * display name: a role named "superAdmin" would then show the menus of that role (safety.md P04).
 */
const wordFor = ({ headRole, roles }: Person): string => headRole ?? (roles.length > 0 ? CUSTOM_ROLE : '');

/** Content keys and levels above 0, in the order of their lists. */
function rightsIn(content: readonly string[], levels: Levels): Pick<Me, 'content' | 'levels'> {
  const byModule = new Map(Object.entries(levels));
  return {
    content: CONTENT_KEYS.filter((key) => content.includes(key)),
    levels: MONEY_MODULES.flatMap((module) => {
      const level = byModule.get(module) ?? 0;
      return level === 0 ? [] : [{ module, level }];
    }),
  };
}

export async function describeMe(
  sources: MeSources,
  who: { enterpriseId: number; userId: number; mustChange: boolean; principal: Principal; projectId: number | null },
): Promise<Me> {
  const { enterpriseId, userId, principal, projectId } = who;
  const [profile, person, enterprise, notices, managed] = await Promise.all([
    sources.identity.profile(enterpriseId, userId),
    sources.organisation.person(enterpriseId, userId),
    sources.organisation.brand(enterpriseId),
    sources.unreadNotices(principal),
    sources.managedProjects(enterpriseId, userId),
  ]);
  if (!profile || !person) throw new Error('a living session without a person');
  const own = new Set(person.roles.flatMap((role) => role.access.map(({ action }) => action)));
  const entries = Object.entries(principal.projectAccess).map(([id, list]) => {
    const actions = new Set((list as readonly { action: string }[]).map(({ action }) => action));
    return [id, [...actions].map((action) => ({ action }))] as const;
  });
  const isAsked = (id: string): boolean => projectId === null || id === String(projectId);
  const inProjects = Object.keys(principal.projectAccess)
    .filter(isAsked)
    .map((id) => [id, rightsIn(principal.projectContent[id] ?? [], principal.projectLevels[id] ?? {})] as const);
  return {
    id: userId,
    username: person.name,
    account: profile.account,
    type: person.type,
    thumb: profile.thumb,
    position_id: person.positionId,
    enterprise_id: enterpriseId,
    enterprise_name: enterprise.name,
    enterprise,
    manager_projectIds: managed,
    roles: { role: wordFor(person), access: [...own].map((action) => ({ action })) },
    heads: principal.place.heads.map(({ via, as }) => ({ id: via.id, name: via.name, as })),
    project_access: Object.fromEntries(entries.filter(([id]) => isAsked(id))),
    ...rightsIn(
      CONTENT_KEYS.filter((key) => seesContent(principal, key)),
      Object.fromEntries(MONEY_MODULES.map((module) => [module, levelOf(principal, module)])),
    ),
    project_rights: Object.fromEntries(
      inProjects.filter(([, { content, levels }]) => content.length + levels.length > 0),
    ),
    notice_count: notices,
    must_change: who.mustChange,
    is_system: principal.isSystem === true,
  };
}
