import type { ModuleDb } from '../../../platform/db.ts';
import type { SubjectKind } from '../../../platform/http/subjects.ts';
import { isMember } from '../../../platform/http/subjects.ts';
import { membersRepo } from '../members.repo.ts';
import { projectsRepo, type ProjectsTables } from '../projects.repo.ts';
import type { ProjectRow } from '../index.ts';
import { closedBecause, mayInNonProject, NON_PROJECT_ACTIONS, type NonProjectAction } from './non-projects.rules.ts';

const isAction = (right: string): right is NonProjectAction =>
  (NON_PROJECT_ACTIONS as readonly string[]).includes(right);

/** Subject kind of a non-project id. The id of a project is no non-project. Closing refuses no read, and handlers answer 1008. */
export const nonProjectKind = (
  tables: ModuleDb<ProjectsTables>,
  today: () => string,
): SubjectKind<ProjectRow, 'non_project'> => ({
  kind: 'non_project',
  scope: 'project',
  async load(principal, ids) {
    const strange = ids.filter((id) => !isMember(principal, id));
    const [rows, left] = await Promise.all([
      projectsRepo(tables.read, principal.enterpriseId).byIds(ids),
      strange.length === 0
        ? Promise.resolve<number[]>([])
        : membersRepo(tables.read, principal.enterpriseId, today()).leftAmong(principal.userId, strange),
    ]);
    return rows
      .filter((row) => !row.is_project)
      .map((row) => ({
        id: row.id,
        row,
        projectId: row.id,
        visible: true,
        formerMember: left.includes(row.id),
        may: (right) => mayInNonProject(principal, row, right),
        closedBy: (right) => (isAction(right) ? closedBecause(row.status, right) : undefined),
        refers: (kind) => (kind === 'department' ? [row.department_id ?? []].flat() : []),
      }));
  },
});
