import ReviewDeskPage from '../features/processes/pages/review-desk-page.tsx';
import { TaskConfirm, useConfirmRows } from '../features/tasks/parts/task-confirm.tsx';
import { WithOpinions } from './slots/with-opinions.tsx';
import { TaskRecord } from '../features/tasks/parts/task-record.tsx';

/** The record of each kind as the desk shows it. A new kind of approval adds its line here. */
const RECORD_VIEWS = { task: TaskRecord };

/** The assigner confirms a finished task on the desk too. */
const CONFIRM = { useRows: useConfirmRows, View: TaskConfirm };

/** The review desk with the records of all kinds. */
export default function ReviewDesk() {
  return (
    <WithOpinions>
      <ReviewDeskPage views={RECORD_VIEWS} confirm={CONFIRM} />
    </WithOpinions>
  );
}
