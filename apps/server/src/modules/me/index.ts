import type { Principal } from '@prdm/access';
import type { Me } from '@prdm/contract/me';
import type { Identity } from '../identity/index.ts';
import type { Organisation, Person } from '../organisation/index.ts';

/** "Who am I": puts identity, organisation, projects and notices together for the shell. Owns no table. */
export interface MeSources {
  readonly identity: Identity;
  readonly organisation: Organisation;
  readonly unreadNotices: (principal: Principal) => Promise<number>;
  readonly managedProjects: (enterpriseId: number, userId: number) => Promise<number[]>;
}

/** One word for the shell: the strongest built-in role, else the first one held. */
function headRole(person: Person): string {
  const keys = person.roles.map((role) => role.key);
  if (keys.includes('superAdmin')) return 'superAdmin';
  if (keys.includes('leader')) return 'leader';
  return person.roles[0]?.name ?? '';
}

export async function describeMe(
  sources: MeSources,
  who: { enterpriseId: number; userId: number; mustChange: boolean; principal: Principal; projectId: number | null },
): Promise<Me> {
  const { enterpriseId, userId, principal, projectId } = who;
  const [profile, person, enterprise, notices, managed] = await Promise.all([
    sources.identity.profile(enterpriseId, userId),
    sources.organisation.person(enterpriseId, userId),
    sources.organisation.enterprise(enterpriseId),
    sources.unreadNotices(principal),
    sources.managedProjects(enterpriseId, userId),
  ]);
  if (!profile || !person) throw new Error('a living session without a person');
  const own = new Set(person.roles.flatMap((role) => role.access.map(({ action }) => action)));
  const entries = Object.entries(principal.projectAccess).map(([id, list]) => {
    const actions = new Set((list as readonly { action: string }[]).map(({ action }) => action));
    return [id, [...actions].map((action) => ({ action }))] as const;
  });
  const chosen = projectId === null ? entries : entries.filter(([id]) => id === String(projectId));
  return {
    id: userId,
    username: person.name,
    account: profile.account,
    type: person.type,
    thumb: profile.thumb,
    position_id: person.positionId,
    enterprise_id: enterpriseId,
    enterprise_name: enterprise.name,
    manager_projectIds: managed,
    roles: { role: headRole(person), access: [...own].map((action) => ({ action })) },
    project_access: Object.fromEntries(chosen),
    notice_count: notices,
    must_change: who.mustChange,
  };
}
