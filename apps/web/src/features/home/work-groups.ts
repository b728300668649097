import { toWireDay } from '../../lib/format.ts';

export const WORK_GROUPS = ['overdue', 'week', 'later'] as const;
export type WorkGroup = (typeof WORK_GROUPS)[number];

const DAY_MS = 86_400_000;
const WEEK = 7;

interface Dated {
  readonly deadline: string | null;
  readonly overdue: boolean;
}

/** The last of the seven days from today. A calendar week would end without the work of the next Monday. */
export const lastDayOfWeek = (now: Date): string => toWireDay(new Date(now.getTime() + (WEEK - 1) * DAY_MS));

/** Group by deadline: overdue, due by `lastDay`, or later. A task without a deadline is later. */
export function groupOf({ deadline, overdue }: Dated, lastDay: string): WorkGroup {
  if (overdue) return 'overdue';
  return deadline !== null && deadline.slice(0, 10) <= lastDay ? 'week' : 'later';
}

/** The tasks in their groups. The order of the list stays, and empty groups are omitted. */
export function groupsOf<T extends Dated>(tasks: readonly T[], now: Date): { group: WorkGroup; tasks: readonly T[] }[] {
  const lastDay = lastDayOfWeek(now);
  return WORK_GROUPS.map((group) => ({
    group,
    tasks: tasks.filter((task) => groupOf(task, lastDay) === group),
  })).filter((entry) => entry.tasks.length > 0);
}
