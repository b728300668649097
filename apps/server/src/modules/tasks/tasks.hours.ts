/** Hours and days of tasks: pure figures. Hours are whole minutes here, in steps of 30. */

export const toMinutes = (hours: number): number => Math.round(hours * 60);
export const toHours = (minutes: number): number => minutes / 60;

/** What a parent's hours leave for its children; null where the parent has no hours of its own to divide. */
export const restMinutes = (required: number | null, allotted: number): number | null =>
  required === null ? null : Math.max(0, required - allotted);

/** The required hours are handed out whole, so no further child can be added (specification section 5). */
export const isFullyAllotted = (required: number | null, allotted: number): boolean =>
  required !== null && allotted >= required;

/** Whole percent of the required hours that are used. 100 is kept for a finished task; without hours nothing is known. */
export function progressOf(task: { finished: boolean; required: number | null; used: number }): number {
  if (task.finished) return 100;
  if (task.required === null || task.required === 0) return 0;
  return Math.min(99, Math.floor((task.used / task.required) * 100));
}

const DAY = 86_400_000;
const SHANGHAI = 8 * 3_600_000;
const dayNumber = (at: Date): number => Math.floor((at.getTime() + SHANGHAI) / DAY);
/** 1970-01-01 was a Thursday: day 0 is 4 when Sunday is 0. */
const isWorkday = (day: number): boolean => {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday !== 0 && weekday !== 6;
};

/** Working days after `from` up to and with `to`, Monday to Friday by the days of Asia/Shanghai. */
export function workingDaysBetween(from: Date, to: Date): number {
  let count = 0;
  for (let day = dayNumber(from) + 1; day <= dayNumber(to); day += 1) if (isWorkday(day)) count += 1;
  return count;
}

/** The same time of day, so many working days later. */
export function addWorkingDays(at: Date, days: number): Date {
  let day = dayNumber(at);
  for (let left = days; left > 0; left -= isWorkday(day) ? 1 : 0) day += 1;
  return new Date(at.getTime() + (day - dayNumber(at)) * DAY);
}

/** A task that stood still gets the working days back. */
export const movedDeadline = (deadline: Date | null, pausedAt: Date | null, now: Date): Date | null =>
  deadline === null || pausedAt === null ? deadline : addWorkingDays(deadline, workingDaysBetween(pausedAt, now));
