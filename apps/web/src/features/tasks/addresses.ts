/** Address of a task, open beside the list of its project. */
export const taskPath = ({ id, project_id }: { id: number; project_id: number }): string =>
  `/file/task/index?project_id=${project_id}&id=${id}`;
