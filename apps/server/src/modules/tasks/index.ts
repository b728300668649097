import type { Principal } from '@prdm/access';
import type * as contract from '@prdm/contract/tasks';
import { idsOf, type Authorized, type GivenTo } from '../../platform/ids/authorized.ts';
import { bound } from '../../platform/bound.ts';
import { findTasks } from './home/find.ts';
import { myCounts, myWork } from './home/home.service.ts';
import { handOverTasks } from './hand-over/hand-over.service.ts';
import { listenToOthers } from './task.handlers.ts';
import { listenToLeaving } from './hand-over/leaving.service.ts';
import { notifyOverdue } from './task.jobs.ts';
import { deleteTask, markLongTerm, pauseTask, publishTask, republishTask, unmarkLongTerm } from './manage.ts';
import { taskAttachmentOwner } from './shared/attachments.ts';
import { taskCommentOwner } from './shared/comments.ts';
import { taskPage } from './page/page.ts';
import { taskStatistics } from './statistics/statistics.service.ts';
import type { TasksParts, Who } from './parts.ts';
import { remindTask } from './remind.ts';
import { listTasks } from './list/list.service.ts';
import { tasksRepo, type TaskRecord } from './task.repo.ts';
import { addTask, editTask } from './save.ts';
import { registerUses } from './task.uses.ts';
import { taskKind } from './task.subject.ts';
import { answerTransfer, requestTransfer } from './review/transfer.ts';
import { notPassTask, passTask, rejectTask, startTask, submitTask } from './work.ts';

/**
 * Tasks: the work of a project, its executor, its deadline and its state. Invariants: a task changes only along the
 * state machine in docs/domains/tasks.md, by compare-and-swap. The hours of children never exceed those of their
 * parent. A parent finishes after its children. History rows are only added. The approval engine runs the review and
 * moves the task in its own transaction.
 */
export type Tasks = ReturnType<typeof createTasks>;
export { OverdueTasks } from './task.jobs.ts';

export function createTasks(parts: TasksParts) {
  registerUses(parts);
  listenToOthers(parts);
  listenToLeaving(parts);
  handOverTasks(parts);
  const kind = taskKind(parts.tables, parts.projects.kind);
  parts.comments.for(taskCommentOwner(parts, kind));
  parts.attachments.for(taskAttachmentOwner(kind));
  parts.projects.onArchiveCheck(async (trx, enterpriseId, projectId) => {
    const count = await tasksRepo(parts.tables.within(trx), enterpriseId).openIn(projectId);
    return count === 0 ? null : { kind: 'task', count };
  });
  parts.organisation.onLeavingCheck(async (trx, enterpriseId, userId) => {
    const open = await tasksRepo(parts.tables.within(trx), enterpriseId).openOf(userId);
    // An archived project is read-only, so its tasks cannot be handed over.
    const ongoing = await parts.projects.ongoingAmong(
      trx,
      enterpriseId,
      open.map((row) => row.project_id),
    );
    const count = open.reduce((sum, row) => sum + (ongoing.has(row.project_id) ? row.n : 0), 0);
    return count === 0 ? null : { kind: 'task', count };
  });

  return {
    /** Subject kind of a task id. Its rights are `read` and the action names of the contract. */
    kind,
    /** Subject kind by which the routes load the project of a call. */
    projectKind: parts.projects.kind,
    list: (principal: Principal, given: GivenTo<typeof contract.index>, project?: Parameters<typeof listTasks>[3]) =>
      listTasks(parts, principal, idsOf(given), project),
    page: (principal: Principal, task: Authorized<TaskRecord, 'read', 'task'>) => taskPage(parts, principal, task.row),
    home: bound(parts, myWork),
    /** Tasks by title, own work first. */
    find: (principal: Principal, given: { word: string; limit: number }) => findTasks(parts, principal, given),
    counts: (principal: Principal) => myCounts(parts, principal),
    statistics: (
      principal: Principal,
      { projects, detail }: { projects: readonly Authorized<unknown, 'read', 'project'>[]; detail: boolean },
    ) => taskStatistics(parts, principal, { projectIds: projects.map(({ id }) => id), detail }),

    add: (who: Who, given: GivenTo<typeof contract.add>) => addTask(parts, who, idsOf(given)),
    edit: (who: Who, given: GivenTo<typeof contract.edit>, task: Authorized<TaskRecord, 'edit', 'task'>) =>
      editTask(parts, who, idsOf(given), task.row),
    publish: (who: Who, input: Judged<typeof publishTask, 'publish'>) => publishTask(parts, who, recordOf(input)),
    republish: (who: Who, input: Judged<typeof republishTask, 'republish'>) =>
      republishTask(parts, who, recordOf(input)),
    pause: (who: Who, input: Judged<typeof pauseTask, 'pause'>) => pauseTask(parts, who, recordOf(input)),
    remind: (who: Who, input: Judged<typeof remindTask, 'remind'>) => remindTask(parts, who, recordOf(input)),
    markLongTerm: (who: Who, input: Judged<typeof markLongTerm, 'longTerm'>) =>
      markLongTerm(parts, who, recordOf(input)),
    unmarkLongTerm: (who: Who, input: Judged<typeof unmarkLongTerm, 'unmarkLongTerm'>) =>
      unmarkLongTerm(parts, who, recordOf(input)),
    remove: (who: Who, input: Judged<typeof deleteTask, 'del'>) => deleteTask(parts, who, recordOf(input)),
    start: (who: Who, input: Judged<typeof startTask, 'start'>) => startTask(parts, who, recordOf(input)),
    reject: (who: Who, input: Judged<typeof rejectTask, 'reject'>) => rejectTask(parts, who, recordOf(input)),
    submit: (who: Who, input: Judged<typeof submitTask, 'submit'>) => submitTask(parts, who, recordOf(input)),
    pass: (who: Who, input: Judged<typeof passTask, 'pass'>) => passTask(parts, who, recordOf(input)),
    notPass: (who: Who, input: Judged<typeof notPassTask, 'notPass'>) => notPassTask(parts, who, recordOf(input)),
    transfer: (who: Who, { target, from, ...input }: TransferInput) =>
      requestTransfer(parts, who, { ...recordOf(input), targetId: target.id, fromId: from?.id }),
    answerTransfer: (
      who: Who,
      input: Judged<typeof answerTransfer, 'transferConfirm' | 'transferRefuse' | 'transferWithdraw'>,
    ) => answerTransfer(parts, who, recordOf(input)),

    /** Runs every minute. Emits one event for each deadline that has passed. */
    notifyOverdue: () => notifyOverdue(parts),
  };
}

/** Input of a service whose request names a task. The authorised record replaces the row. */
type Judged<F extends (parts: TasksParts, who: Who, input: never) => unknown, R extends contract.TaskAction> = Omit<
  Parameters<F>[2],
  'task'
> & { readonly task: Authorized<TaskRecord, R, 'task'> };

type TransferInput = Omit<Judged<typeof requestTransfer, 'transfer'>, 'targetId' | 'fromId'> & {
  readonly target: Authorized<unknown, 'read', 'user'>;
  readonly from?: Authorized<unknown, 'any', 'user'>;
};

const recordOf = <W extends { readonly task: Authorized<TaskRecord> }>(input: W) => ({
  ...input,
  task: input.task.row,
});
