import { decide, levelOf, seesContent, widestRange, type Principal } from '@prdm/access';
import { MONEY_MODULES } from '@prdm/contract/kit/money';
import { CONTENT_KEYS, ROLE_RANGES, type RolePart } from '@prdm/contract/organisation/roles';
import { actionOf, holdsStored } from './role.rules.ts';

/** One right of a person with its measure: 0 without it. */
export interface Right {
  readonly part: RolePart;
  readonly key: string;
  /** null: in the enterprise. */
  readonly projectId: number | null;
  readonly measure: number;
}

export interface Step {
  readonly part: RolePart;
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly projects: number;
}

/**
 * The rights of a person, as `decide()`, the levels and the content keys answer them, in the enterprise and in projects. A node counts the widest view range in which the
 * person holds it, from 1 (self) to 5 (enterprise). In a project it counts 1.
 */
export function rightsOf(
  principal: Principal,
  { nodes, projectIds }: { readonly nodes: readonly string[]; readonly projectIds: readonly number[] },
): Right[] {
  const own = nodes.map((key): Right => {
    const widest = widestRange(principal, key);
    const width = widest === null ? 0 : ROLE_RANGES.indexOf(widest) + 1;
    return { part: 'access', key, projectId: null, measure: holdsStored(principal, key) ? width : 0 };
  });
  const inProjects = projectIds.flatMap((projectId) =>
    nodes.map((key): Right => {
      const { allowed } = decide(principal, { ask: 'node', scope: 'project', projectId, ...actionOf(key) });
      return { part: 'access', key, projectId, measure: allowed ? 1 : 0 };
    }),
  );
  const levels = [null, ...projectIds].flatMap((projectId) =>
    MONEY_MODULES.map((key): Right => {
      return { part: 'module_permission', key, projectId, measure: levelOf(principal, key, projectId) };
    }),
  );
  const contents = [null, ...projectIds].flatMap((projectId) =>
    CONTENT_KEYS.map((key): Right => {
      return { part: 'content_access', key, projectId, measure: seesContent(principal, key, projectId) ? 1 : 0 };
    }),
  );
  return [...own, ...inProjects, ...levels, ...contents];
}

/**
 * The rights that differ, as gains and losses. A node that stays with another range counts in the part `view_range`.
 * Equal changes in several projects are one step with their number.
 */
export function stepsBetween(before: readonly Right[], after: readonly Right[]): { gains: Step[]; losses: Step[] } {
  const keyOf = ({ part, key, projectId }: Right) => `${part} ${key} ${projectId}`;
  const later = new Map(after.map((right) => [keyOf(right), right.measure]));
  const steps = new Map<string, Step>();
  for (const right of before) {
    const [from, to] = [right.measure, later.get(keyOf(right)) ?? 0];
    if (from === to) continue;
    const part = right.part === 'access' && from > 0 && to > 0 ? 'view_range' : right.part;
    const inProject = right.projectId !== null;
    const name = `${part} ${right.key} ${inProject} ${from} ${to}`;
    const projects = (steps.get(name)?.projects ?? 0) + (inProject ? 1 : 0);
    steps.set(name, { part, key: right.key, from, to, projects });
  }
  const all = [...steps.values()];
  return { gains: all.filter(({ from, to }) => to > from), losses: all.filter(({ from, to }) => to < from) };
}
