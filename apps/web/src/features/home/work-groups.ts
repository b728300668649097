import { toWireDay } from '../../lib/format.ts';

export const WORK_GROUPS = ['overdue', 'week', 'later'] as const;
export type WorkGroup = (typeof WORK_GROUPS)[number];

const DAY_MS = 86_400_000;
const WEEK = 7;

interface Dated {
  readonly deadline: string | null;
  readonly overdue: boolean;
}

/** The last of the seven days that begin today: a calendar week would end on the evening before the next one's work. */
export const lastDayOfWeek = (now: Date): string => toWireDay(new Date(now.getTime() + (WEEK - 1) * DAY_MS));

/** When something is due, as far as one plans: too late already, within a week, or later; what has no day comes last. */
export function groupOf({ deadline, overdue }: Dated, lastDay: string): WorkGroup {
  if (overdue) return 'overdue';
  return deadline !== null && deadline.slice(0, 10) <= lastDay ? 'week' : 'later';
}

/** The tasks of a list in its groups, in the order of the list; empty groups fall away. */
export function groupsOf<T extends Dated>(tasks: readonly T[], now: Date): { group: WorkGroup; tasks: readonly T[] }[] {
  const lastDay = lastDayOfWeek(now);
  return WORK_GROUPS.map((group) => ({
    group,
    tasks: tasks.filter((task) => groupOf(task, lastDay) === group),
  })).filter((entry) => entry.tasks.length > 0);
}
