import { isSuperAdmin } from './standing.ts';
import type { Level, Levels, Principal } from './types.ts';

/** 0 none, 1 own, 2 department, 3 all. */
export const LEVELS: readonly Level[] = [0, 1, 2, 3];

/** The owners of a record with amounts: the users of level `own`, and the departments of level `department`. */
export interface Owners {
  readonly users?: readonly (number | null)[];
  readonly departments?: readonly (number | null)[];
}

/** The level of the person in the module. superAdmin has the level `all` everywhere. */
export const levelOf = (principal: Principal, module: string): Level =>
  isSuperAdmin(principal) ? 3 : Object.hasOwn(principal.levels, module) ? (principal.levels[module] ?? 0) : 0;

/** The higher level of each module. A value outside 0 to 3 counts as 0, so that a damaged row grants nothing. */
export function highestLevels(all: readonly (Readonly<Record<string, unknown>> | undefined)[]): Levels {
  const highest: Record<string, Level> = {};
  for (const [module, value] of all.flatMap((levels) => Object.entries(levels ?? {}))) {
    const level = LEVELS.find((one) => one === value) ?? 0;
    if (level > (Object.hasOwn(highest, module) ? (highest[module] ?? 0) : 0)) highest[module] = level;
  }
  return highest;
}

/**
 * Whether the person sees the amounts of a record. Level `own` needs the person among the users. Level `department`
 * also accepts a department that is the person's own, lies below it, or is headed by the person. A record without
 * owners shows its amounts to level `all` only.
 */
export function seesAmounts(principal: Principal, module: string, owners: Owners): boolean {
  const level = levelOf(principal, module);
  if (level === 3) return true;
  if (level >= 1 && (owners.users ?? []).includes(principal.userId)) return true;
  if (level < 2) return false;
  const { departmentId, departmentAndBelow, heads } = principal.place;
  const near = new Set([...departmentAndBelow, ...heads.flatMap(({ departments }) => departments)]);
  if (departmentId !== null) near.add(departmentId);
  return (owners.departments ?? []).some((id) => id !== null && near.has(id));
}
