import { STATUS_LABELS, type StatusLabel } from '@prdm/contract/status';
import type { LineStage } from '../processes/index.ts';
import type { TaskCan, TaskInfo } from './tasks.queries.ts';

/** The order of likelihood: what people do next stands first, what they rarely do folds away. */
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
 * Allowed likely actions as buttons; the rest in the menu, refused ones with their reason. Of marking as long-term and its undoing
 * only the one stands there that this task could ever come to.
 */
export function actionsOf(can: readonly TaskCan[], isLongTerm: boolean): { buttons: TaskCan[]; menu: TaskCan[] } {
  const never = isLongTerm ? 'longTerm' : 'unmarkLongTerm';
  const of = (names: readonly string[]): TaskCan[] =>
    names.flatMap((name) => can.filter(({ action }) => action === name));
  const folded = of(FOLDED.filter((name) => name !== never));
  return {
    buttons: of(LIKELY).filter(({ allowed }) => allowed),
    // What can be done stands above what is only explained.
    menu: [...folded.filter(({ allowed }) => allowed), ...folded.filter(({ allowed }) => !allowed)],
  };
}

/** The review as it will run, before it has begun. */
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

/** What a task can be shown as; the rest of the labels belong to reviews. */
export const TASK_LABELS = STATUS_LABELS.filter((label) => label !== 'not_reviewed' && label !== 'review_complete');

/** The filter for everything that is not done yet. */
export const UNFINISHED = 'unfinished';

/** The labels that a filter in the address asks for; none for a word that is no filter. */
export function labelsOf(filter: string | undefined): StatusLabel[] {
  if (filter === UNFINISHED) return TASK_LABELS.filter((label) => label !== 'finished');
  return TASK_LABELS.filter((label) => label === filter);
}

/** How every change names its task: as it was seen, on the page of its project. */
export const asSeen = ({ project_id, id, version }: Pick<TaskInfo, 'project_id' | 'id' | 'version'>) => ({
  project_id,
  id,
  version,
});

/** A deadline is a day: work is due at the end of it. */
export const eveningOf = (day: string): string => `${day} 18:00:00`;

/** Used of required hours as a share for the bar; null without required hours. */
export const hoursShare = (task: { used_hours: number; required_hours: number | null }): number | null =>
  task.required_hours === null || task.required_hours === 0 ? null : Math.min(1, task.used_hours / task.required_hours);
