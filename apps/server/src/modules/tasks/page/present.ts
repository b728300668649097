import { wireTime } from '@prdm/contract/kit/fields';
import { PRIORITIES, type ReviewStatus, type TaskStatus } from '@prdm/contract/status';
import { isOverdue, taskLabel } from '@prdm/contract/tasks/label';
import type { TaskKind, UncutTaskRow } from '@prdm/contract/tasks';
import { Content } from '../../../platform/content/content.ts';
import { subjectKey, type ProcessState } from '../../processes/index.ts';
import { toHours } from './hours.ts';
import type { ListedTask } from '../list/list.repo.ts';
import { reviewOf, type TasksParts } from '../parts.ts';

export interface ShownPerson {
  id: number;
  name: string;
  thumb: string;
}
export type ShowPerson = (id: number) => ShownPerson;

/** People by id as the client shows them. An unknown id has an empty name. */
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

/** The used hours of a task, or a figure made of them. Assigner and executors see those of their own task. */
export const hoursOf = <T extends number | null>(
  task: Pick<ListedTask, 'assigner_id' | 'executor_ids' | 'project_id'>,
  value: T,
): Content<'hours', T> =>
  new Content('hours', value, { people: [task.assigner_id, ...task.executor_ids], projectId: task.project_id });

/** People who have to act next. The list is empty for stopped and finished tasks. */
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
      return task.review_status === 'under_review' ? openAssignments(review) : task.executor_ids;
    default:
      return [];
  }
}

/** People who have to decide, or to answer a transfer, in the stage under review. */
export const openAssignments = (review: ProcessState | undefined): number[] =>
  (review?.stage.assignments ?? []).flatMap((assignment) => {
    if (assignment.status === 'open') return [assignment.deputy?.userId ?? assignment.userId];
    return assignment.status === 'transfer_awaiting' && assignment.transferTo !== null ? [assignment.transferTo] : [];
  });

export interface NamedProject {
  readonly id: number;
  readonly name: string;
}

/** The running reviews of some tasks, by `subjectKey`. */
export function reviewsOf(
  parts: TasksParts,
  enterpriseId: number,
  tasks: readonly ListedTask[],
): Promise<ReadonlyMap<string, ProcessState>> {
  const reviewed = tasks.filter((task) => task.review_status === 'under_review').map(reviewOf);
  return reviewed.length === 0 ? Promise.resolve(new Map()) : parts.processes.stateOf(enterpriseId, reviewed);
}

/** A value, or a promise of it. */
type Known<T> = T | Promise<T>;
type NamedProjects = ReadonlyMap<number, { readonly name: string }>;

/**
 * Rows for lists. Names and reviews take one query each, whatever the number of rows. `known` holds data that the
 * caller has loaded: the one project of all tasks, and the reviews of all tasks under review.
 */
export async function presentRows(
  parts: TasksParts,
  enterpriseId: number,
  tasks: readonly ListedTask[],
  known: { readonly project?: NamedProject; readonly reviews?: ReadonlyMap<string, ProcessState> } = {},
): Promise<UncutTaskRow[]> {
  if (tasks.length === 0) return [];
  return rowsWith(parts, enterpriseId, tasks, {
    reviews: known.reviews ?? reviewsOf(parts, enterpriseId, tasks),
    projects: known.project
      ? new Map([[known.project.id, known.project]])
      : parts.projects.names(enterpriseId, unique(tasks.map((task) => task.project_id))),
  });
}

/** Same as `presentRows`, for a caller that has loaded the reviews and the projects of all tasks. */
export async function rowsWith(
  parts: TasksParts,
  enterpriseId: number,
  tasks: readonly ListedTask[],
  known: {
    readonly reviews: Known<ReadonlyMap<string, ProcessState>>;
    readonly projects: Known<NamedProjects>;
  },
): Promise<UncutTaskRow[]> {
  const now = parts.clock.now();
  const [reviews, entries, projects, people] = await Promise.all([
    known.reviews,
    parts.config.entries(
      enterpriseId,
      tasks.flatMap((task) => [task.stage_id ?? [], task.profession_id ?? []].flat()),
    ),
    known.projects,
    parts.organisation.names(enterpriseId, unique(tasks.flatMap((task) => [task.assigner_id, ...task.executor_ids]))),
  ]);
  const reviewAt = (task: ListedTask): ProcessState | undefined => reviews.get(subjectKey(reviewOf(task)));
  // The reviewers are known only after the reviews. All other names load in parallel with them.
  const holders = unique(tasks.flatMap((task) => holdersOf(task, reviewAt(task)))).filter((id) => !people.has(id));
  const person = personShown(new Map([...people, ...(await parts.organisation.names(enterpriseId, holders))]));
  return tasks.map((task) => {
    const facts = labelFacts(task);
    const review = reviewAt(task);
    return {
      id: task.id,
      source_id: task.id,
      number: task.number,
      project_id: task.project_id,
      project_name: projects.get(task.project_id)?.name ?? '',
      parent_id: task.parent_id,
      kind: task.kind as TaskKind,
      title: task.title,
      stage: task.stage_id === null ? null : { id: task.stage_id, name: entries.get(task.stage_id)?.name ?? '' },
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
      progress: hoursOf(task, task.progress),
      required_hours: hoursOrNull(task.required_minutes),
      used_hours: hoursOf(task, toHours(task.used_minutes)),
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

const progressOfReview = ({ stage, stageCount }: ProcessState): NonNullable<UncutTaskRow['review']> => ({
  stage: stage.name,
  position: stage.position,
  stages: stageCount,
  passed: stage.passed,
  needed: stage.needed,
});
