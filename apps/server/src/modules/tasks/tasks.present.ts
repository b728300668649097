import { wireTime } from '@prdm/contract/fields';
import { PRIORITIES, type ReviewStatus, type TaskStatus } from '@prdm/contract/status';
import { isOverdue, taskLabel } from '@prdm/contract/task-label';
import type { TaskKind, TaskRow } from '@prdm/contract/tasks';
import { subjectKey, type ProcessState } from '../processes/index.ts';
import { toHours } from './tasks.hours.ts';
import type { ListedTask } from './tasks.list.ts';
import { reviewOf, type TasksParts } from './tasks.parts.ts';

export interface ShownPerson {
  id: number;
  name: string;
  thumb: string;
}
export type ShowPerson = (id: number) => ShownPerson;

/** People by id as they are shown; somebody unknown keeps an empty name. */
export async function peopleShown(
  parts: Pick<TasksParts, 'organisation'>,
  enterpriseId: number,
  ids: readonly number[],
): Promise<ShowPerson> {
  return personShown(await parts.organisation.names(enterpriseId, [...new Set(ids)]));
}

const personShown =
  (found: ReadonlyMap<number, { name: string; thumb: string }>): ShowPerson =>
  (id) => ({ id, name: found.get(id)?.name ?? '', thumb: found.get(id)?.thumb ?? '' });

export const wireTimeOrNull = (at: Date | null): string | null => (at === null ? null : wireTime(at));
export const hoursOrNull = (minutes: number | null): number | null => (minutes === null ? null : toHours(minutes));

export const labelFacts = (task: Pick<ListedTask, 'status' | 'review_status' | 'deadline' | 'is_long_term'>) => ({
  status: task.status as TaskStatus,
  review_status: task.review_status as ReviewStatus,
  deadline: task.deadline,
  is_long_term: task.is_long_term,
});

/** Who has to act for the task to move on; nobody where it stands still or is done. */
export function holdersOf(task: ListedTask, review: ProcessState | undefined): readonly number[] {
  switch (task.status as TaskStatus) {
    case 'transfer_awaiting':
      return task.transfer ? [task.transfer.to_id] : [];
    case 'not_started':
    case 'rejected':
    case 'awaiting_confirmation':
      return [task.assigner_id];
    case 'unprocessed':
    case 'long_term':
      return task.executor_ids;
    case 'in_progress':
      return task.review_status === 'under_review' ? openSeats(review) : task.executor_ids;
    default:
      return [];
  }
}

const openSeats = (review: ProcessState | undefined): number[] =>
  (review?.stage.seats ?? []).flatMap((seat) => {
    if (seat.status === 'open') return [seat.userId];
    return seat.status === 'transfer_awaiting' && seat.transferTo !== null ? [seat.transferTo] : [];
  });

/**
 * Rows as lists show them: every name and every review in one question each, however many rows. `known` is the one project that
 * all tasks lie in, when the call has loaded it already.
 */
export async function presentRows(
  parts: TasksParts,
  enterpriseId: number,
  tasks: readonly ListedTask[],
  known?: { readonly id: number; readonly name: string },
): Promise<TaskRow[]> {
  if (tasks.length === 0) return [];
  const now = parts.clock.now();
  const reviewed = tasks.filter((task) => task.review_status === 'under_review').map(reviewOf);
  const [reviews, entries, projects, people] = await Promise.all([
    reviewed.length === 0
      ? Promise.resolve(new Map<string, ProcessState>())
      : parts.processes.stateOf(enterpriseId, reviewed),
    parts.config.entries(
      enterpriseId,
      tasks.flatMap((task) => [task.stage_id, ...(task.profession_id === null ? [] : [task.profession_id])]),
    ),
    known
      ? Promise.resolve(new Map([[known.id, known]]))
      : parts.projects.names(enterpriseId, unique(tasks.map((task) => task.project_id))),
    parts.organisation.names(enterpriseId, unique(tasks.flatMap((task) => [task.assigner_id, ...task.executor_ids]))),
  ]);
  const reviewAt = (task: ListedTask): ProcessState | undefined => reviews.get(subjectKey(reviewOf(task)));
  // Who has to decide is known only with the reviews; everybody else has been asked for beside them.
  const holders = unique(tasks.flatMap((task) => holdersOf(task, reviewAt(task)))).filter((id) => !people.has(id));
  const person = personShown(new Map([...people, ...(await parts.organisation.names(enterpriseId, holders))]));
  return tasks.map((task) => {
    const facts = labelFacts(task);
    const review = reviewAt(task);
    return {
      id: task.id,
      source_id: task.id,
      project_id: task.project_id,
      project_name: projects.get(task.project_id)?.name ?? '',
      parent_id: task.parent_id,
      kind: task.kind as TaskKind,
      title: task.title,
      stage: { id: task.stage_id, name: entries.get(task.stage_id)?.name ?? '' },
      profession:
        task.profession_id === null
          ? null
          : { id: task.profession_id, name: entries.get(task.profession_id)?.name ?? '' },
      priority: PRIORITIES[task.priority] ?? 'normal',
      start_at: wireTimeOrNull(task.start_at),
      deadline: wireTimeOrNull(task.deadline),
      is_long_term: task.is_long_term,
      status: facts.status,
      review_status: facts.review_status,
      label: taskLabel(facts, now),
      overdue: isOverdue(facts, now),
      progress: task.progress,
      required_hours: hoursOrNull(task.required_minutes),
      used_hours: toHours(task.used_minutes),
      assigner: person(task.assigner_id),
      executors: task.executor_ids.map(person),
      holders: holdersOf(task, review).map(person),
      review: review ? progressOfReview(review) : null,
      viewpoint_id: task.viewpoint_id,
      created_at: wireTime(task.created_at),
      status_since: wireTime(task.status_since),
      finished_at: wireTimeOrNull(task.finished_at),
      version: task.version,
    };
  });
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

const progressOfReview = ({ stage, stageCount }: ProcessState): NonNullable<TaskRow['review']> => ({
  stage: stage.name,
  position: stage.position,
  stages: stageCount,
  passed: stage.passed,
  needed: stage.needed,
});
