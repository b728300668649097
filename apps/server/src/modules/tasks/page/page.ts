import type { Principal } from '@prdm/access';
import { LIMITS } from '@prdm/contract/limits';
import { wireTime } from '@prdm/contract/kit/fields';
import type { RejectTo } from '@prdm/contract/processes/kinds';
import type { SignMode } from '@prdm/contract/status';
import { taskLabel } from '@prdm/contract/tasks/label';
import type { NotifyWay } from '@prdm/contract/status';
import type { info } from '@prdm/contract/tasks';
import type { z } from 'zod';
import { timelineOf } from './timeline.ts';
import { opinionFor, subjectKey } from '../../processes/index.ts';
import { canDo } from '../task.can.ts';
import { courseOf } from './course.ts';
import { canResume } from '../task.rules.ts';
import { toHours } from './hours.ts';
import { taskList, type ListedTask, type TaskFilter } from '../list/list.repo.ts';
import { taskScopeIn } from '../list/list.service.ts';
import { printViewOf, reviewOf, type TasksParts } from '../parts.ts';
import { placesOf } from '../review/transfer.ts';
import {
  hoursOf,
  hoursOrNull,
  labelFacts,
  peopleShown,
  presentRows,
  wireTimeOrNull,
  type ShowPerson,
} from './present.ts';
import { pagePartsOf } from './page.repo.ts';
import type { StageRow, TaskRecord } from '../task.repo.ts';
import { decidesAlone, mannedNow } from '../review/separation.ts';

type Page = z.input<typeof info.output>;

/** Acts whose text judges the work. */
const OF_REVIEW: ReadonlySet<string> = new Set(['reviewReturned', 'pass', 'notPass']);

const concerned = ({ assigner_id, executor_ids, cc_ids }: TaskRecord): number[] => [
  assigner_id,
  ...executor_ids,
  ...cc_ids,
];

/** All data of one task page. */
export async function taskPage(parts: TasksParts, principal: Principal, task: TaskRecord): Promise<Page> {
  const { enterpriseId } = principal;
  const [{ stages, history, sums, parent }, children, projects, review] = await Promise.all([
    pagePartsOf(parts.tables.read, enterpriseId, task),
    childrenShown(parts, principal, task),
    parts.projects.names(enterpriseId, [task.project_id]),
    parts.processes.ofSubject(principal, reviewOf(task), printViewOf(task)),
  ]);
  const project = { id: task.project_id, name: projects.get(task.project_id)?.name ?? '' };
  const process = review?.viewIn(new Map([[project.id, project.name]])) ?? null;
  const reviews = new Map(
    review && task.review_status === 'under_review' ? [[subjectKey(reviewOf(task)), review.state]] : [],
  );
  const [row] = await presentRows(parts, enterpriseId, [task], { project, reviews });
  if (!row) throw new Error('a task without its own row');
  const person = await peopleShown(parts, enterpriseId, [
    ...task.cc_ids,
    ...task.executor_ids,
    ...stages.flatMap((stage) => [...stage.executor_ids, ...stage.cc_ids]),
    ...history.flatMap((entry) => [entry.user_id, entry.target_id].filter((id) => id !== null)),
    ...children.shown.flatMap((child) => child.executor_ids),
    ...(task.transfer ? [task.transfer.from_id, task.transfer.to_id, task.transfer.asked_by] : []),
  ]);
  const now = parts.clock.now();
  const isOwn = review?.opensOpinions === true || concerned(task).includes(principal.userId);
  const opinion = (text: string) => opinionFor(principal, { isOpen: isOwn, projectId: task.project_id }, text);
  const openText = (text: string) => opinionFor(principal, { isOpen: true, projectId: task.project_id }, text);
  return {
    ...row,
    description: task.description,
    annotation: task.annotation,
    notify_way: task.notify_way as NotifyWay[],
    cc: task.cc_ids.map(person),
    needs_confirmation: task.needs_confirmation,
    process_template_id: task.process_template_id,
    round: task.round,
    pause_reason: task.pause_reason,
    can_resume: canResume(courseOf(task)),
    reject_reason: opinion(task.reject_reason),
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
    parent: parent && { id: parent.id, number: parent.number, title: parent.title },
    children_total: children.total,
    children: children.shown.map((child) => ({
      id: child.id,
      number: child.number,
      title: child.title,
      label: taskLabel(labelFacts(child), now),
      required_hours: hoursOrNull(child.required_minutes),
      used_hours: hoursOf(child, toHours(child.used_minutes)),
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
      hours: hoursOf(task, hoursOrNull(entry.minutes)),
      comment: OF_REVIEW.has(entry.action) ? opinion(entry.comment) : openText(entry.comment),
      at: wireTime(entry.at),
    })),
    timeline: timelineOf(history, process?.history ?? []),
    can: canDo(principal, task, {
      ...sums,
      parentPaused: parent?.status === 'paused',
      now,
      targetReviews: await targetReviews(parts, principal, task, stages),
    }),
  };
}

/** The sub-tasks that the reader sees in the project's list, with their number. */
async function childrenShown(
  parts: TasksParts,
  principal: Principal,
  { id, project_id: projectId, enterprise_id: enterpriseId }: TaskRecord,
): Promise<{ shown: ListedTask[]; total: number }> {
  const list = taskList(parts.tables.read, enterpriseId);
  const scope = taskScopeIn(principal, projectId);
  const filter: TaskFilter = { scope, now: parts.clock.now(), projectId, tab: 'all', parentId: id };
  const limit = LIMITS.childrenShown;
  const shown = await list.rows(filter, { sort: 'late', limit, offset: 0 });
  return { shown, total: shown.length < limit ? shown.length : await list.count(filter) };
}

/**
 * True if the reader is the transfer target and would be the only reviewer of the work. The confirmation would be
 * refused.
 */
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
  cc: stage.cc_ids.map(person),
  separate: stage.separate,
  straight: stage.straight,
});
