import type { BuiltInRoleKey, Decision, HeldRole, Principal, Reason, Via } from './types.ts';

export function allow(...chain: Reason[]): Decision {
  return { allowed: true, chain };
}

export function refuse(...chain: Reason[]): Decision {
  return { allowed: false, chain };
}

/** The role that makes the person superAdmin or leader. By key: a role somebody named "superAdmin" is an ordinary one. */
export function builtInRole(principal: Principal, key: BuiltInRoleKey): HeldRole | undefined {
  return principal.roles.find((role) => role.key === key);
}

/** The role as a source and, where the person holds it through something else, that. */
export function roleSource(role: HeldRole): { via: Via; through?: Via } {
  const via: Via = { kind: 'role', id: role.id, name: role.name };
  return role.via === undefined ? { via } : { via, through: role.via };
}

/**
 * The map's own entry for the project. Own, because ids come from requests: `constructor` is to be found in every
 * object and `length` in every array, and neither is a project.
 */
export function projectEntry<T>(map: Readonly<Record<string, T>> | readonly [], projectId: string): T | undefined {
  return isMap(map) && Object.hasOwn(map, projectId) ? map[projectId] : undefined;
}

function isMap<T>(map: Readonly<Record<string, T>> | readonly []): map is Readonly<Record<string, T>> {
  return !Array.isArray(map);
}
