import ReviewDeskPage from '../features/processes/pages/review-desk-page.tsx';
import { TaskRecord } from '../features/tasks/parts/task-record.tsx';

/** The record of each kind as the desk shows it. A new kind of approval adds its line here. */
const RECORD_VIEWS = { task: TaskRecord };

/** The review desk with the records of all kinds. */
export default function ReviewDesk() {
  return <ReviewDeskPage views={RECORD_VIEWS} />;
}
