import type { BuiltInRoleKey, Decision, HeldRole, Principal, Reason, Via } from './types.ts';

export function allow(...chain: Reason[]): Decision {
  return { allowed: true, chain };
}

export function refuse(...chain: Reason[]): Decision {
  return { allowed: false, chain };
}

/**
 * The role that makes the person superAdmin or leader. The key decides: a role that is only named "superAdmin" is
 * ordinary.
 */
export function builtInRole(principal: Principal, key: BuiltInRoleKey): HeldRole | undefined {
  if (principal.isSystem === true) return undefined;
  return principal.roles.find((role) => role.key === key);
}

/** Whether superAdmin or leader opens every project of the enterprise to the person (`seesAllProjects`), and the role. */
export function decideEverywhere(principal: Principal): Decision {
  const superAdmin = builtInRole(principal, 'superAdmin');
  if (superAdmin) return allow({ code: 'super-admin', ...roleSource(superAdmin) });
  const leader = builtInRole(principal, 'leader');
  return leader ? allow({ code: 'leader', ...roleSource(leader) }) : refuse({ code: 'no-project-access' });
}

/** The role as the source of a right, and the group or role through which the person holds it. */
export function roleSource(role: HeldRole): { via: Via; through?: Via } {
  const via: Via = { kind: 'role', id: role.id, name: role.name };
  return role.via === undefined ? { via } : { via, through: role.via };
}

/**
 * The map's own entry for the project. Ids come from requests, so inherited properties such as `constructor` and
 * `length` must not match.
 */
export function projectEntry<T>(map: Readonly<Record<string, T>> | readonly [], projectId: string): T | undefined {
  return isMap(map) && Object.hasOwn(map, projectId) ? map[projectId] : undefined;
}

function isMap<T>(map: Readonly<Record<string, T>> | readonly []): map is Readonly<Record<string, T>> {
  return !Array.isArray(map);
}
