import type { Principal } from '@prdm/access';
import type { TaskAddInput, TaskEditInput } from '@prdm/contract/tasks';
import { myCounts, myWork } from './tasks.home.ts';
import { handOverTasks } from './tasks.handing-over.ts';
import { listenToOthers } from './tasks.handlers.ts';
import { listenToLeaving } from './tasks.leaving.ts';
import { tellOverdue } from './tasks.jobs.ts';
import { deleteTask, markLongTerm, pauseTask, publishTask, republishTask, unmarkLongTerm } from './tasks.manage.ts';
import { taskPage } from './tasks.page.ts';
import { taskStatistics } from './statistics.ts';
import type { TasksParts, Who } from './tasks.parts.ts';
import { listTasks } from './tasks.read.ts';
import { tasksRepo, type TaskRecord } from './tasks.repo.ts';
import { addTask, editTask } from './tasks.save.ts';
import { taskKind } from './tasks.subject.ts';
import { answerTransfer, askTransfer } from './tasks.transfer.ts';
import { notPassTask, passTask, rejectTask, startTask, submitTask } from './tasks.work.ts';

/**
 * Tasks: what is to be done in a project, by whom, until when, and where it stands. Always true here: a task changes only along the
 * state machine of its page (docs/domains/tasks.md), by compare-and-swap; the hours of children never exceed their parent's; a task is
 * finished after its children; its history only grows. The review is the approval engine's, which moves the task in its own transaction.
 */
export type Tasks = ReturnType<typeof createTasks>;
export { OverdueTasks } from './tasks.jobs.ts';

export function createTasks(parts: TasksParts) {
  listenToOthers(parts);
  listenToLeaving(parts);
  handOverTasks(parts);
  parts.projects.onArchiveCheck(async (trx, enterpriseId, projectId) => {
    const count = await tasksRepo(parts.tables.within(trx), enterpriseId).openIn(projectId);
    return count === 0 ? null : { kind: 'task', count };
  });
  parts.organisation.onLeavingCheck(async (trx, enterpriseId, userId) => {
    const open = await tasksRepo(parts.tables.within(trx), enterpriseId).openOf(userId);
    // Nothing moves in an archived project, so nothing there can be handed over.
    const ongoing = await parts.projects.ongoingAmong(
      trx,
      enterpriseId,
      open.map((row) => row.project_id),
    );
    const count = open.reduce((sum, row) => sum + (ongoing.has(row.project_id) ? row.n : 0), 0);
    return count === 0 ? null : { kind: 'task', count };
  });

  return {
    /** Subject kind of a task id; its rights are `read` and the actions of the contract by name. */
    kind: taskKind(parts.tables, parts.projects.kind),
    /** How the project of a call is known to the routes. */
    projectKind: parts.projects.kind,
    list: (...args: Tail<Parameters<typeof listTasks>>) => listTasks(parts, ...args),
    page: (principal: Principal, task: TaskRecord) => taskPage(parts, principal, task),
    home: (...args: Tail<Parameters<typeof myWork>>) => myWork(parts, ...args),
    counts: (principal: Principal) => myCounts(parts, principal),
    statistics: (...args: Tail<Parameters<typeof taskStatistics>>) => taskStatistics(parts, ...args),

    add: (who: Who, input: TaskAddInput) => addTask(parts, who, input),
    edit: (who: Who, input: TaskEditInput, task: TaskRecord) => editTask(parts, who, input, task),
    publish: (who: Who, wish: Parameters<typeof publishTask>[2]) => publishTask(parts, who, wish),
    republish: (who: Who, wish: Parameters<typeof republishTask>[2]) => republishTask(parts, who, wish),
    pause: (who: Who, wish: Parameters<typeof pauseTask>[2]) => pauseTask(parts, who, wish),
    markLongTerm: (who: Who, wish: Parameters<typeof markLongTerm>[2]) => markLongTerm(parts, who, wish),
    unmarkLongTerm: (who: Who, wish: Parameters<typeof unmarkLongTerm>[2]) => unmarkLongTerm(parts, who, wish),
    remove: (who: Who, wish: Parameters<typeof deleteTask>[2]) => deleteTask(parts, who, wish),
    start: (who: Who, wish: Parameters<typeof startTask>[2]) => startTask(parts, who, wish),
    reject: (who: Who, wish: Parameters<typeof rejectTask>[2]) => rejectTask(parts, who, wish),
    submit: (who: Who, wish: Parameters<typeof submitTask>[2]) => submitTask(parts, who, wish),
    pass: (who: Who, wish: Parameters<typeof passTask>[2]) => passTask(parts, who, wish),
    notPass: (who: Who, wish: Parameters<typeof notPassTask>[2]) => notPassTask(parts, who, wish),
    transfer: (who: Who, wish: Parameters<typeof askTransfer>[2]) => askTransfer(parts, who, wish),
    answerTransfer: (who: Who, wish: Parameters<typeof answerTransfer>[2]) => answerTransfer(parts, who, wish),

    /** The minute's timer: tells of passed deadlines, once each. */
    tellOverdue: () => tellOverdue(parts),
  };
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;
