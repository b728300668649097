import { isSuperAdmin } from './standing.ts';
import type { Level, Levels, Principal } from './types.ts';

/** 0 none, 1 own, 2 department, 3 all. */
export const LEVELS: readonly Level[] = [0, 1, 2, 3];

/** The level of the person in the module. superAdmin has the level `all` everywhere. */
export const levelOf = (principal: Principal, module: string): Level =>
  isSuperAdmin(principal) ? 3 : (new Map(Object.entries(principal.levels)).get(module) ?? 0);

/** The higher level of each module. A value outside 0 to 3 counts as 0, so that a damaged row grants nothing. */
export function highestLevels(all: readonly (Readonly<Record<string, unknown>> | undefined)[]): Levels {
  const highest = new Map<string, Level>();
  for (const [module, value] of all.flatMap((levels) => Object.entries(levels ?? {}))) {
    const level = LEVELS.find((one) => one === value) ?? 0;
    if (level > (highest.get(module) ?? 0)) highest.set(module, level);
  }
  return Object.fromEntries(highest);
}
