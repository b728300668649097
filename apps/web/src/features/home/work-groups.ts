import { toWireDay } from '../../lib/format.ts';
import type { MyWork } from './home.queries.ts';

export const WORK_GROUPS = ['returned', 'overdue', 'week', 'later'] as const;
export type WorkGroup = (typeof WORK_GROUPS)[number];

const DAY_MS = 86_400_000;
const WEEK = 7;

type Task = Pick<MyWork['today'][number], 'deadline' | 'overdue' | 'status' | 'review_status'>;

/** The last of the seven days from today. A calendar week would end without the work of the next Monday. */
export const lastDayOfWeek = (now: Date): string => toWireDay(new Date(now.getTime() + (WEEK - 1) * DAY_MS));

/**
 * Returned work first: the review or the executor sent it back. Any other task has a group by deadline: overdue, due by
 * `lastDay`, or later. A task without a deadline is later.
 */
export function groupOf({ deadline, overdue, status, review_status: review }: Task, lastDay: string): WorkGroup {
  if (status === 'rejected' || review === 'review_rejected') return 'returned';
  if (overdue) return 'overdue';
  return deadline !== null && deadline.slice(0, 10) <= lastDay ? 'week' : 'later';
}

/** The tasks in their groups. The order of the list stays, and empty groups are omitted. */
export function groupsOf<T extends Task>(tasks: readonly T[], now: Date): { group: WorkGroup; tasks: readonly T[] }[] {
  const lastDay = lastDayOfWeek(now);
  return WORK_GROUPS.map((group) => ({
    group,
    tasks: tasks.filter((task) => groupOf(task, lastDay) === group),
  })).filter((entry) => entry.tasks.length > 0);
}
