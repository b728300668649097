import { decide, type Decision, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { TASK_ACTIONS, type TaskAction } from '@prdm/contract/tasks';
import type { ModuleDb } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { ALLOWED, decided } from '../../platform/http/decisions.ts';
import { leftAmong } from '../../platform/http/left-projects.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { courseOf, holderIn, peopleOf } from './page/course.ts';
import { mayAttach } from './shared/attachments.ts';
import { tasksRepo, type TaskRecord, type TasksTables } from './task.repo.ts';
import { judge, MANAGING_NODE, mayEver, rolesFor, whyNot } from './task.rules.ts';

const isAction = (right: string): right is TaskAction => (TASK_ACTIONS as readonly string[]).includes(right);

const reasonOf = (right: string) => {
  if (right === 'attach') return 'attachments.mayNotAdd';
  return isAction(right) ? whyNot(right) : 'codes.1005';
};

/** The role on the task that allows the action: starter, executor ... or the node of a manager with its source. */
function decideAction(principal: Principal, row: TaskRecord, right: TaskAction): Decision {
  const roles = rolesFor(principal.userId, peopleOf(row), right, holderIn(principal, row.project_id));
  const as = roles.find((role) => mayEver(right, [role]));
  if (as === undefined || as === 'engine') return decided(false, right);
  if (as !== 'manager') return decided(true, right, as);
  const node = MANAGING_NODE[right];
  return decide(principal, { ask: 'node', scope: 'project', projectId: row.project_id, actions: node });
}

/**
 * Subject kind of a task id. Members of the project see published tasks. A draft is visible to its starter and to
 * holders of Task-all there. Rights are `read`, `attach` and every action by name, judged by the roles of the caller. The state
 * of the task is judged later (1008).
 */
export const taskKind = (
  tables: ModuleDb<TasksTables>,
  projectKind: Pick<SubjectKind<unknown>, 'load'>,
): SubjectKind<TaskRecord, 'task'> => ({
  kind: 'task',
  scope: 'project',
  async load(principal, ids) {
    const rows = await tasksRepo(tables.read, principal.enterpriseId).everKnown(ids);
    const left = await leftAmong(
      projectKind,
      principal,
      rows.map((row) => row.project_id),
      ids.length > rows.length,
    );
    return rows.map((row) => {
      const holds = holderIn(principal, row.project_id);
      const seen = row.published_at !== null || row.assigner_id === principal.userId || holds('Task-all');
      return {
        id: row.id,
        row,
        projectId: row.project_id,
        // A closed non-project can be read, and every write in it answers 1008.
        archived: row.of_project && !row.in_open_project,
        visible: seen && row.deleted_at === null,
        deleted: seen && row.deleted_at !== null,
        // The answer must not reveal that a draft exists.
        formerMember: seen && left.has(row.project_id),
        refers: (kind) =>
          kind === 'stage'
            ? [row.stage_id ?? []].flat()
            : kind === 'profession'
              ? [row.profession_id ?? []].flat()
              : [],
        may(right: string) {
          if (right === 'read') return ALLOWED;
          if (right === 'attach') return decided(mayAttach(principal.userId, row, holds), right);
          if (!isAction(right)) throw new Error(`a task knows no right "${right}"`);
          return decideAction(principal, row, right);
        },
        closedBy(right: string) {
          if (!isAction(right)) return undefined;
          const judged = judge(courseOf(row), right, rolesFor(principal.userId, peopleOf(row), right, holds));
          return judged.ok ? null : judged.why;
        },
      };
    });
  },
  refused: (_subject, right) => fail.of(CODES.denied, reasonOf(right)),
});
