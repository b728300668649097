import { useCallback, useMemo } from 'react';
import {
  decide,
  NO_PLACE,
  NO_PROJECTS,
  opensRange,
  permits,
  type Headship,
  type HeldRole,
  type Levels,
  type Principal,
} from '@prdm/access';
import type { Access } from '@prdm/contract/kit';
import type { Me } from '@prdm/contract/me';
import { useSession } from './session.ts';

const BUILT_IN = ['superAdmin', 'leader'] as const;

/**
 * Converts the info answer into the principal of the permission rule. That answer has all roles as one flat list under
 * the name of the strongest role, without view ranges. The client only asks whether a range is empty, so the widest
 * one stands for all.
 */
export function principalOf(me: Me): Principal {
  const key = BUILT_IN.find((name) => name === me.roles.role) ?? null;
  const { role: name, access } = me.roles;
  const role: HeldRole = { id: 0, name, key, access, viewRange: 'enterprise', content: me.content };
  const inProjects = Object.entries(me.project_rights);
  return {
    userId: me.id,
    enterpriseId: me.enterprise_id,
    roles: me.roles.role === '' && me.roles.access.length === 0 ? [] : [role],
    ...NO_PROJECTS,
    projectAccess: me.project_access,
    groupIds: [],
    place: { ...NO_PLACE, heads: me.heads.map(headship) },
    levels: levelsOf(me.levels),
    projectContent: Object.fromEntries(inProjects.map(([id, { content }]) => [id, content])),
    projectLevels: Object.fromEntries(inProjects.map(([id, { levels }]) => [id, levelsOf(levels)])),
    isSystem: me.is_system,
    projectRoles: Object.fromEntries(Object.keys(me.project_access).map((id) => [id, []])),
  };
}

const levelsOf = (levels: Me['levels']): Levels =>
  Object.fromEntries(levels.map(({ module, level }) => [module, level]));

const headship = ({ id, name, as }: Me['heads'][number]): Headship => ({
  via: { kind: 'department', id, name },
  as,
  departments: [id],
});

/** An endpoint, or its declared access. */
export type Gate = Access | { readonly access: Access };

/** Applies the server's rule to the same declaration. The result only hides entries; the server enforces the right. */
export function may(principal: Principal | null, gate: Gate, projectId?: number | string): boolean {
  const access = typeof gate === 'object' && 'access' in gate ? gate.access : gate;
  if (access === 'public') return true;
  if (access === 'own') return principal !== null;
  if (access === 'signed-in') return principal !== null && principal.isSystem !== true;
  if (access.scope === 'system') return principal?.isSystem === true;
  if (access.scope === 'range') return opensRange(principal, access);
  const [mode, actions] = 'anyOf' in access ? (['anyOf', access.anyOf] as const) : (['allOf', access.allOf] as const);
  const scope = access.scope === 'project' ? 'project' : 'other';
  return permits(decide(principal, { ask: 'node', scope, actions, mode, projectId }));
}

/** The signed-in user. The shell draws its pages only when there is one. Throws otherwise. */
export function useMe(): Me {
  const me = useSession((state) => state.me);
  if (me === null) throw new Error('drawn without a signed-in person');
  return me;
}

export function usePrincipal(): Principal | null {
  const me = useSession((state) => state.me);
  return useMemo(() => (me === null ? null : principalOf(me)), [me]);
}

/** Returns a function that judges whether the user may make a call: `const may = useMay(); may(taskAdd, projectId)`. */
export function useMay(): (gate: Gate, projectId?: number | string) => boolean {
  const principal = usePrincipal();
  return useCallback((gate, projectId) => may(principal, gate, projectId), [principal]);
}
