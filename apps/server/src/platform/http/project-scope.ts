import type { Principal } from '@prdm/access';
import { sql, type RawBuilder } from 'kysely';
import { seesAllProjects } from './subjects.ts';

/** The projects whose records a user may see. null means all projects of the enterprise. */
export type ProjectScope = readonly number[] | null;

export const projectScopeOf = (principal: Principal): ProjectScope =>
  seesAllProjects(principal) ? null : Object.keys(principal.projectAccess).map(Number);

/**
 * The same rule as an SQL condition for lists: rows without a project, or of a project in the scope. `column` is a column name of the
 * statement, never input.
 */
export const withinScope = (column: string, scope: ProjectScope): RawBuilder<boolean> =>
  scope === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} = any(${scope as number[]}))`;
