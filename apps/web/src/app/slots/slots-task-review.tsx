import TaskReviewPage from '../../features/tasks/pages/task-review-page.tsx';
import { WithOpinions } from './with-opinions.tsx';

/** The review of a task with its opinions. */
export default function TaskReview() {
  return (
    <WithOpinions>
      <TaskReviewPage />
    </WithOpinions>
  );
}
