import type { Principal } from '@prdm/access';
import { mayRemind, subjectKey, type ProcessState } from '../../processes/index.ts';
import type { ListedTask } from '../list/list.repo.ts';
import { reviewOf } from '../parts.ts';
import { openAssignments } from '../page/present.ts';
import { remindObstacle } from '../remind.ts';

interface Reminder {
  readonly remind: 'task' | 'review' | null;
  readonly process_id: number | null;
}
const NONE: Reminder = { remind: null, process_id: null };

/**
 * Reminder that the reader may send for a waiting task: of the task itself, or of its review under the review's own
 * rights.
 */
export function reminderOf(
  principal: Principal,
  now: Date,
  reviews: ReadonlyMap<string, ProcessState>,
  task: ListedTask,
): Reminder {
  const { userId } = principal;
  if (task.review_status === 'under_review') {
    const review = reviews.get(subjectKey(reviewOf(task)));
    const isOpen = openAssignments(review).some((id) => id !== userId);
    return review && isOpen && mayRemind(principal, review) ? { remind: 'review', process_id: review.processId } : NONE;
  }
  const isWork = task.status === 'unprocessed' || task.status === 'in_progress';
  const isOpen = isWork && task.assigner_id === userId && remindObstacle(userId, task, now) === null;
  return isOpen ? { remind: 'task', process_id: null } : NONE;
}
