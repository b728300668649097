import { STATUS_LABELS, type StatusLabel } from '@prdm/contract/status';
import type { LineStage } from '../processes/index.ts';
import type { TaskCan, TaskInfo } from './tasks.queries.ts';

/** Likely actions become buttons, in this order. The folded ones are in the menu. */
const LIKELY = [
  'submit',
  'pass',
  'notPass',
  'start',
  'publish',
  'republish',
  'transferConfirm',
  'transferRefuse',
  'transferWithdraw',
  'remind',
];
const FOLDED = ['transfer', 'reject', 'edit', 'addChild', 'pause', 'longTerm', 'unmarkLongTerm', 'del'];

/**
 * Allowed likely actions become buttons. The menu holds the others, and the refused ones with their reason. It shows
 * either "mark as long-term" or its reversal, depending on `isLongTerm`.
 */
export function actionsOf(can: readonly TaskCan[], isLongTerm: boolean): { buttons: TaskCan[]; menu: TaskCan[] } {
  const never = isLongTerm ? 'longTerm' : 'unmarkLongTerm';
  const of = (names: readonly string[]): TaskCan[] =>
    names.flatMap((name) => can.filter(({ action }) => action === name));
  const folded = of(FOLDED.filter((name) => name !== never));
  return {
    buttons: of(LIKELY).filter(({ allowed }) => allowed),
    // Allowed actions come before refused ones.
    menu: [...folded.filter(({ allowed }) => allowed), ...folded.filter(({ allowed }) => !allowed)],
  };
}

/** The planned stages of a review that has not begun. */
export const plannedStages = (task: TaskInfo): LineStage[] =>
  task.stages.map((stage) => ({
    key: stage.position,
    name: stage.name,
    status: null,
    sign_mode: stage.sign_mode,
    days: stage.days,
    people: stage.executors.map((person) => ({
      id: person.id,
      name: person.name,
      verdict: null,
      comment: '',
      at: null,
    })),
  }));

/** The labels that a task can have. The other labels belong to reviews. */
export const TASK_LABELS = STATUS_LABELS.filter((label) => label !== 'not_reviewed' && label !== 'review_complete');

/** Filter value for all tasks that are not finished. */
export const UNFINISHED = 'unfinished';

/** The labels for a filter value in the address. An unknown value gives an empty list. */
export function labelsOf(filter: string | undefined): StatusLabel[] {
  if (filter === UNFINISHED) return TASK_LABELS.filter((label) => label !== 'finished');
  return TASK_LABELS.filter((label) => label === filter);
}

/** The fields by which each change names its task. `version` is the one that the user saw. */
export const asSeen = ({ project_id, id, version }: Pick<TaskInfo, 'project_id' | 'id' | 'version'>) => ({
  project_id,
  id,
  version,
});

/** The stored time for a deadline day: 18:00, the end of the working day. */
export const eveningOf = (day: string): string => `${day} 18:00:00`;

/** Used hours as a share of the required hours, from 0 to 1. Null without required hours or with hidden ones. */
export const hoursShare = (task: { used_hours: number | null; required_hours: number | null }): number | null =>
  task.used_hours === null || task.required_hours === null || task.required_hours === 0
    ? null
    : Math.min(1, task.used_hours / task.required_hours);

/** Used and required hours in one cell. Hidden used hours are a dash. Empty without required hours. */
export const hoursCell = (task: { used_hours: number | null; required_hours: number | null }): string =>
  task.required_hours === null ? '' : `${task.used_hours ?? '—'}/${task.required_hours}`;
