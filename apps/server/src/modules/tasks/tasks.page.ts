import type { Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import { wireTime } from '@prdm/contract/fields';
import type { RejectTo } from '@prdm/contract/processes';
import type { SignMode } from '@prdm/contract/status';
import { taskLabel } from '@prdm/contract/task-label';
import type { info, NOTIFY_WAYS } from '@prdm/contract/tasks';
import type { z } from 'zod';
import { timelineOf } from './tasks.timeline.ts';
import { subjectKey } from '../processes/index.ts';
import { canDo } from './tasks.can.ts';
import { toHours } from './tasks.hours.ts';
import { taskList, type ListedTask, type TaskFilter } from './tasks.list.ts';
import { sightOf } from './tasks.read.ts';
import { reviewOf, type TasksParts } from './tasks.parts.ts';
import { placesOf } from './tasks.transfer.ts';
import { hoursOrNull, labelFacts, peopleShown, presentRows, wireTimeOrNull, type ShowPerson } from './tasks.present.ts';
import { tasksRepo, type StageRow, type TaskRecord } from './tasks.repo.ts';
import { decidesAlone, mannedNow } from './tasks.separation.ts';

type Page = z.input<typeof info.output>;

/** Everything about one task that its page shows. */
export async function taskPage(parts: TasksParts, principal: Principal, task: TaskRecord): Promise<Page> {
  const { enterpriseId } = principal;
  const repo = tasksRepo(parts.tables.read, enterpriseId);
  const [[row], stages, history, sums, children, [parent], process] = await Promise.all([
    presentRows(parts, enterpriseId, [task]),
    repo.stagesOf(task.id),
    repo.historyOf(task.id),
    repo.childrenOf(task.id),
    childrenShown(parts, principal, task),
    task.parent_id === null ? Promise.resolve([]) : repo.byIds([task.parent_id]),
    reviewView(parts, principal, task),
  ]);
  if (!row) throw new Error('a task without its own row');
  const person = await peopleShown(parts, enterpriseId, [
    ...task.cc_ids,
    ...task.executor_ids,
    ...stages.flatMap((stage) => stage.executor_ids),
    ...history.flatMap((entry) => [entry.user_id, entry.target_id].filter((id) => id !== null)),
    ...children.shown.flatMap((child) => child.executor_ids),
    ...(task.transfer ? [task.transfer.from_id, task.transfer.to_id, task.transfer.asked_by] : []),
  ]);
  const now = parts.clock.now();
  return {
    ...row,
    description: task.description,
    annotation: task.annotation,
    notify_way: task.notify_way as (typeof NOTIFY_WAYS)[number][],
    cc: task.cc_ids.map(person),
    needs_confirmation: task.needs_confirmation,
    process_template_id: task.process_template_id,
    round: task.round,
    pause_reason: task.pause_reason,
    reject_reason: task.reject_reason,
    published_at: wireTimeOrNull(task.published_at),
    started_at: wireTimeOrNull(task.started_at),
    transfer: task.transfer && {
      from: person(task.transfer.from_id),
      to: person(task.transfer.to_id),
      asked_by: person(task.transfer.asked_by),
      reason: task.transfer.reason,
      asked_at: wireTime(new Date(task.transfer.asked_at)),
    },
    transfer_from: placesOf(principal, task),
    parent: parent ? { id: parent.id, title: parent.title } : null,
    children_total: children.total,
    children: children.shown.map((child) => ({
      id: child.id,
      title: child.title,
      label: taskLabel(labelFacts(child), now),
      required_hours: hoursOrNull(child.required_minutes),
      used_hours: toHours(child.used_minutes),
      deadline: wireTimeOrNull(child.deadline),
      executors: child.executor_ids.map(person),
    })),
    children_hours: toHours(sums.allotted),
    stages: stages.map((stage) => planned(stage, person)),
    process,
    history: history.map((entry) => ({
      id: entry.id,
      round: entry.round,
      action: entry.action,
      user: entry.user_id === null ? null : person(entry.user_id),
      target: entry.target_id === null ? null : person(entry.target_id),
      from_status: entry.from_status,
      to_status: entry.to_status,
      hours: hoursOrNull(entry.minutes),
      comment: entry.comment,
      at: wireTime(entry.at),
    })),
    timeline: timelineOf(history, process?.history ?? []),
    can: canDo(principal, task, {
      ...sums,
      parentPaused: parent?.status === 'paused',
      targetReviews: await targetReviews(parts, principal, task, stages),
    }),
  };
}

/** The sub-tasks that the reader sees in the project's list, and how many they are. */
async function childrenShown(
  parts: TasksParts,
  principal: Principal,
  { id, project_id: projectId, enterprise_id: enterpriseId }: TaskRecord,
): Promise<{ shown: ListedTask[]; total: number }> {
  const list = taskList(parts.tables.read, enterpriseId);
  const sight = sightOf(principal, projectId);
  const filter: TaskFilter = { sight, now: parts.clock.now(), projectId, tab: 'all', parentId: id };
  const limit = LIMITS.childrenShown;
  const shown = await list.rows(filter, { sort: 'created', order: 'asc', limit, offset: 0 });
  return { shown, total: shown.length < limit ? shown.length : await list.count(filter) };
}

/** Whether the reader is asked to take work over that nobody else would then review: confirming would be refused. */
async function targetReviews(
  parts: TasksParts,
  principal: Principal,
  task: TaskRecord,
  stages: readonly StageRow[],
): Promise<boolean> {
  if (task.status !== 'transfer_awaiting' || task.transfer?.to_id !== principal.userId) return false;
  return decidesAlone(principal.userId, await mannedNow(parts, task, stages));
}

const planned = (stage: StageRow, person: ShowPerson): Page['stages'][number] => ({
  position: stage.position,
  name: stage.name,
  sign_mode: stage.sign_mode as SignMode,
  days: stage.days === null ? null : Number(stage.days),
  executors: stage.executor_ids.map(person),
  allow_transfer: stage.allow_transfer,
  reject_to: stage.reject_to as RejectTo,
});

/** The review as its own page would show it to this reader; null before the first submission and once it was cancelled. */
async function reviewView(parts: TasksParts, principal: Principal, task: TaskRecord): Promise<Page['process']> {
  const states = await parts.processes.stateOf(principal.enterpriseId, [reviewOf(task)]);
  const state = states.get(subjectKey(reviewOf(task)));
  if (!state) return null;
  const [subject] = await parts.processes.kinds.process.load(principal, [state.processId]);
  const mayRemind = subject?.may('remind').allowed === true;
  return parts.processes.view(principal, state.processId, { mayRemind });
}
