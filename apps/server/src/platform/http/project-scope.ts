import { seesAllProjects, type Principal } from '@prdm/access';
import { sql, type RawBuilder } from 'kysely';

/** All projects of the enterprise but those with a secrecy level that is hidden from the reader. */
export interface AllProjects {
  readonly except: readonly number[];
}
/** The projects whose records a user may see. */
export type ProjectScope = readonly number[] | AllProjects;

export const isAllProjects = (scope: ProjectScope): scope is AllProjects => 'except' in scope;

export const allProjectsFor = ({ hiddenProjects }: Principal): AllProjects => ({ except: [...hiddenProjects] });

export const projectScopeOf = (principal: Principal): ProjectScope =>
  seesAllProjects(principal) ? allProjectsFor(principal) : Object.keys(principal.projectAccess).map(Number);

/** Whether one project is in the scope. */
export const holdsProject = (scope: ProjectScope, id: number): boolean =>
  isAllProjects(scope) ? !scope.except.includes(id) : scope.includes(id);

/** Rows of a project in the scope. `column` is a column name of the statement, never input. */
export const inScope = (column: string, scope: ProjectScope): RawBuilder<boolean> => {
  if (!isAllProjects(scope)) return sql<boolean>`${sql.ref(column)} = any(${scope as number[]})`;
  return scope.except.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} <> all(${scope.except as number[]})`;
};

/**
 * The same rule as an SQL condition for lists: rows without a project, or of a project in the scope. `column` is a column name of the
 * statement, never input.
 */
export const withinScope = (column: string, scope: ProjectScope): RawBuilder<boolean> =>
  isAllProjects(scope) && scope.except.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(column)} is null or ${inScope(column, scope)})`;
