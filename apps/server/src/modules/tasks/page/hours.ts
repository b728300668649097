import { dayNumber } from '@prdm/contract/kit/shanghai';
import type { WorkCalendar } from '../../config/index.ts';

/** Pure functions for hours and days of tasks. Hours are stored as whole minutes in steps of 30. */

export const toMinutes = (hours: number): number => Math.round(hours * 60);
export const toHours = (minutes: number): number => minutes / 60;

/** Minutes of a parent that are free for its children. Null if the parent has no required hours. */
export const restMinutes = (required: number | null, allotted: number): number | null =>
  required === null ? null : Math.max(0, required - allotted);

/** True if all required hours are allotted, so no child can be added (specification section 5). */
export const isFullyAllotted = (required: number | null, allotted: number): boolean =>
  required !== null && allotted >= required;

/**
 * Used share of the required hours in whole percent. Only a finished task has 100. A task without required hours has 0.
 */
export function progressOf(task: { finished: boolean; required: number | null; used: number }): number {
  if (task.finished) return 100;
  if (task.required === null || task.required === 0) return 0;
  return Math.min(99, Math.floor((task.used / task.required) * 100));
}

/** True if both times are on the same day of Asia/Shanghai. */
export const isSameDay = (one: Date, other: Date): boolean => dayNumber(one) === dayNumber(other);
/** The deadline of a paused task, later by the working days of the pause. Its time of day stays. */
export const movedDeadline = (
  calendar: Pick<WorkCalendar, 'addWorkdays' | 'workdaysBetween'>,
  deadline: Date | null,
  pausedAt: Date | null,
  now: Date,
): Date | null =>
  deadline === null || pausedAt === null
    ? deadline
    : calendar.addWorkdays(deadline, calendar.workdaysBetween(pausedAt, now));
