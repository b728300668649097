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
];
const FOLDED = ['transfer', 'reject', 'edit', 'addChild', 'pause', 'longTerm', 'unmarkLongTerm', 'del'];

/** Allowed likely actions as buttons; the rest in the menu, refused ones with their reason. */
export function actionsOf(can: readonly TaskCan[]): { buttons: TaskCan[]; menu: TaskCan[] } {
  const of = (names: readonly string[]): TaskCan[] =>
    names.flatMap((name) => can.filter(({ action }) => action === name));
  return { buttons: of(LIKELY).filter(({ allowed }) => allowed), menu: of(FOLDED) };
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

/** A deadline is a day: work is due at the end of it. */
export const eveningOf = (day: string): string => `${day} 18:00:00`;

/** Used of required hours as a share for the bar; null without required hours. */
export const hoursShare = (task: { used_hours: number; required_hours: number | null }): number | null =>
  task.required_hours === null || task.required_hours === 0 ? null : Math.min(1, task.used_hours / task.required_hours);
