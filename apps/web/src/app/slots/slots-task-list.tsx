import TaskListPage from '../../features/tasks/pages/task-list-page.tsx';
import { WithOpinions } from './with-opinions.tsx';

/** The tasks of a project, with the opinions of their reviews. */
export default function TaskList() {
  return (
    <WithOpinions>
      <TaskListPage />
    </WithOpinions>
  );
}
