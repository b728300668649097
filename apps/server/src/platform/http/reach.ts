import type { Principal } from '@prdm/access';
import { sql, type RawBuilder } from 'kysely';
import { seesAllProjects } from './subjects.ts';

/** The projects whose records a person may see at all; null stands for every project of the enterprise. */
export type Reach = readonly number[] | null;

export const reachOf = (principal: Principal): Reach =>
  seesAllProjects(principal) ? null : Object.keys(principal.projectAccess).map(Number);

/**
 * The same judgement as a condition for lists: rows that belong to no project, or to one in reach. `column` is a column's name as
 * it stands in the statement, never a caller's text.
 */
export const withinReach = (column: string, reach: Reach): RawBuilder<boolean> =>
  reach === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} = any(${reach as number[]}))`;
