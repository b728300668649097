import { NO_PLACE, NO_PROJECTS } from '../src/index.ts';
import type { HeldRole, Principal } from '../src/index.ts';

/** A person without any role or project. Each case adds the facts that it tests. */
export function person(has: Partial<Principal> = {}): Principal {
  return {
    userId: 7,
    enterpriseId: 1,
    roles: [],
    groupIds: [],
    place: NO_PLACE,
    levels: {},
    ...NO_PROJECTS,
    ...has,
  };
}

/** A role with these full node names. */
export function role(id: number, name: string, actions: string[] = [], more: Partial<HeldRole> = {}): HeldRole {
  return { id, name, key: null, access: entries(...actions), ...more };
}

export function entries(...actions: string[]): { action: string }[] {
  return actions.map((action) => ({ action }));
}

export const superAdminRole = role(1, '超级管理员', [], { key: 'superAdmin' });

export function leaderRole(...actions: string[]): HeldRole {
  return role(2, '分管领导', actions, { key: 'leader' });
}

export const leaderVia = { kind: 'role', id: 2, name: '分管领导' } as const;
