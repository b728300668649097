import { projectEntry } from './principal.ts';
import { isSuperAdmin } from './standing.ts';
import type { Level, Levels, Principal } from './types.ts';

/** 0 none, 1 own, 2 department, 3 all. */
export const LEVELS: readonly Level[] = [0, 1, 2, 3];

/**
 * The level of the person in the module. superAdmin has the level `all` everywhere. With a project, the level of the
 * project roles held there counts too. It says nothing about records of other projects.
 */
export function levelOf(principal: Principal, module: string, projectId: number | null = null): Level {
  if (isSuperAdmin(principal)) return 3;
  const inProject = projectId === null ? undefined : projectEntry(principal.projectLevels, String(projectId));
  return new Map(Object.entries(highestLevels([principal.levels, inProject]))).get(module) ?? 0;
}

/** The higher level of each module. A value outside 0 to 3 counts as 0, so that a damaged row grants nothing. */
export function highestLevels(all: readonly (Readonly<Record<string, unknown>> | undefined)[]): Levels {
  const highest = new Map<string, Level>();
  for (const [module, value] of all.flatMap((levels) => Object.entries(levels ?? {}))) {
    const level = LEVELS.find((one) => one === value) ?? 0;
    if (level > (highest.get(module) ?? 0)) highest.set(module, level);
  }
  return Object.fromEntries(highest);
}

/** The levels of a role that is held in a project. It reaches no further than the project, so each counts as `own`. */
export const ownLevels = (levels: Readonly<Record<string, unknown>> | undefined): Levels =>
  Object.fromEntries(Object.keys(highestLevels([levels])).map((module) => [module, 1]));

/** The facts of a record that decide whether its amounts are shown. */
export interface AmountFacts {
  /** The people whose own record it is: manager, business manager, coordinator, member of an output value. */
  readonly people: readonly number[];
  readonly departmentId: number | null;
  /** The project of the record. The level of a project role counts for records of its own project alone. */
  readonly projectId?: number | null;
}

/**
 * Whether the person sees the amounts of a record. `own` needs the person among its people, `department` also shows
 * the records of the own department and of all below it. A level that a project role gives counts in its project only.
 */
export function seesAmount(
  principal: Principal | null,
  module: string,
  { people, departmentId, projectId = null }: AmountFacts,
): boolean {
  if (principal === null) return false;
  const level = levelOf(principal, module, projectId);
  if (level === 3) return true;
  if (level >= 1 && people.includes(principal.userId)) return true;
  return level === 2 && departmentId !== null && principal.place.departmentAndBelow.includes(departmentId);
}

/**
 * Whether the person may order, filter or total by the amounts of a module. Each reveals masked amounts, of every
 * project. So no project role gives it.
 */
export const comparesAmounts = (principal: Principal | null, module: string): boolean =>
  principal !== null && levelOf(principal, module) === 3;
