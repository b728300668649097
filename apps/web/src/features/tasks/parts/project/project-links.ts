/** The filters that the address of the task list accepts (pages/task-list-page.tsx). */
export interface ListInput {
  readonly status?: string;
  readonly stage_id?: number;
  readonly profession_id?: number;
  readonly overdue?: '1';
  readonly sort?: 'deadline';
}

/** Address of the task list of a project with filters. */
export function listPath(projectId: number, wish: ListInput = {}): string {
  const query = new URLSearchParams({ project_id: String(projectId) });
  for (const [name, value] of Object.entries(wish)) if (value !== undefined) query.set(name, String(value));
  return `/file/task/index?${query.toString()}`;
}
