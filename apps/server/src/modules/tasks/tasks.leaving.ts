import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../platform/db.ts';
import { fail } from '../../platform/errors.ts';
import { MemberRemoved } from '../projects/projects.events.ts';
import { courseOf } from './tasks.course.ts';
import { TaskTransferAnswered } from './tasks.events.ts';
import { leavingRepo } from './tasks.leaving.repo.ts';
import { settle } from './tasks.move.ts';
import { reviewOf, type TasksParts } from './tasks.parts.ts';
import { tasksRepo } from './tasks.repo.ts';
import { judge, type TaskState } from './tasks.rules.ts';

/** So many titles are named; the count tells of the rest. */
const NAMED = 3;

/**
 * Nobody is taken out of a project with work in hands, as nobody is removed from the enterprise with it: others would wait for somebody who
 * cannot enter. The refusal names the tasks; a transfer or an edit gives them to somebody else. What was only offered goes back by itself.
 */
export function listenToLeaving(parts: TasksParts): void {
  parts.bus.on(MemberRemoved, 'in-transaction', async (trx, { actor, data: { projectId, user } }) => {
    const found = leavingRepo(parts.tables.within(trx), actor.enterpriseId);
    const open = await found.executedBy(projectId, user.id);
    if (open.length > 0) {
      const titles = open.slice(0, NAMED).map(({ title }) => `“${title}”`);
      const key = open.length > NAMED ? 'tasks.memberHasMore' : 'tasks.memberHasTasks';
      throw fail.wrongState(key, {
        params: { who: user.name, n: open.length, names: titles.join('、') },
        open: [{ kind: 'task', count: open.length }],
      });
    }
    for (const { id } of await found.offeredTo(projectId, user.id)) await giveBack(parts, trx, actor, id);
  });
}

/** The executor's again, as if it had been refused; a paused task finds it so when it goes on. */
async function giveBack(parts: TasksParts, trx: Trx, actor: Actor, taskId: number): Promise<void> {
  const review = await parts.processes.lock(trx, actor.enterpriseId, reviewOf({ id: taskId }));
  const repo = tasksRepo(parts.tables.within(trx), actor.enterpriseId);
  const task = await repo.lock(taskId);
  if (!task?.transfer) return; // answered since it was looked up
  const { from_id: fromId, to_id: toId, asked_by: askedBy } = task.transfer;
  const course = courseOf(task);
  const judgement = judge(course, 'transferRefuse', ['target']);
  await repo.answerTransfer(taskId, 'refused');
  const opened = { trx, repo, actor, task, move: 'transferRefuse', now: parts.clock.now(), review } as const;
  const to: TaskState = judgement.ok ? judgement.to : course.state;
  await settle(
    parts,
    { ...opened, from: course.state, to },
    {
      set: judgement.ok ? {} : resumesBefore(task),
      note: { target_id: fromId },
      event: TaskTransferAnswered,
      data: { fromId, toId, askedBy, answer: 'refused' },
    },
  );
}

/** Paused while it waited: it goes on where it stood before anybody was asked, and counts as untouched if it was. */
const resumesBefore = (task: {
  before_pause: string | null;
  before_transfer: string | null;
  paused_version: number | null;
  version: number;
}) => ({
  before_pause: task.before_pause === 'transfer_awaiting' ? task.before_transfer : task.before_pause,
  before_transfer: null,
  paused_version: task.paused_version === task.version ? task.version + 1 : task.paused_version,
});
