/** Address of a task, open beside the list of its project. */
export const taskPath = ({ id, project_id }: { id: number; project_id: number }): string =>
  `/file/task/index?project_id=${project_id}&id=${id}`;

/** Parameter of the address that opens the dialog of an action: `submit`. */
export const ACT = 'act';

/** Address of a task with the dialog that hands the work in. */
export const submitPath = (task: { id: number; project_id: number }): string => `${taskPath(task)}&${ACT}=submit`;

/** Address of the sheet of a task on paper. */
export const sheetPath = ({ id, project_id }: { id: number; project_id: number }): string =>
  `/print/task?project_id=${project_id}&id=${id}`;

/** The task as a record with attachments. */
export const attachedTo = (task: { id: number; project_id: number; title: string }) => ({
  id: task.id,
  project_id: task.project_id,
  title: task.title,
  to: taskPath(task),
});

/** The tasks of a project that are under review. */
export const PROJECT_REVIEWS_PATH = '/file/task/process';

/** Address of the review of a task inside its project. */
export const taskReviewPath = ({ id, project_id }: { id: number; project_id: number }): string =>
  `/file/task/process_stage?project_id=${project_id}&id=${id}`;
