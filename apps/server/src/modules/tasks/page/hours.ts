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

const DAY = 86_400_000;
const SHANGHAI = 8 * 3_600_000;
const dayNumber = (at: Date): number => Math.floor((at.getTime() + SHANGHAI) / DAY);
/** True if both times are on the same day of Asia/Shanghai. */
export const isSameDay = (one: Date, other: Date): boolean => dayNumber(one) === dayNumber(other);
/** 1970-01-01 was a Thursday. Day 0 is therefore weekday 4, with Sunday as 0. */
const isWorkday = (day: number): boolean => {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday !== 0 && weekday !== 6;
};

/** Working days after `from`, up to and including `to`: Monday to Friday in Asia/Shanghai. */
export function workingDaysBetween(from: Date, to: Date): number {
  let count = 0;
  for (let day = dayNumber(from) + 1; day <= dayNumber(to); day += 1) if (isWorkday(day)) count += 1;
  return count;
}

/** Moves a time by this many working days. The time of day stays. */
export function addWorkingDays(at: Date, days: number): Date {
  let day = dayNumber(at);
  for (let left = days; left > 0; left -= isWorkday(day) ? 1 : 0) day += 1;
  return new Date(at.getTime() + (day - dayNumber(at)) * DAY);
}

/** The deadline of a paused task, later by the working days of the pause. */
export const movedDeadline = (deadline: Date | null, pausedAt: Date | null, now: Date): Date | null =>
  deadline === null || pausedAt === null ? deadline : addWorkingDays(deadline, workingDaysBetween(pausedAt, now));
