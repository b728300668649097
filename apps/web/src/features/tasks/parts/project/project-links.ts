/** What a list of tasks can be narrowed by in its address (pages/task-list-page.tsx). */
export interface ListInput {
  readonly status?: string;
  readonly stage_id?: number;
  readonly profession_id?: number;
  readonly overdue?: '1';
  readonly sort?: 'deadline';
}

/** The task list of a project, narrowed. */
export function listPath(projectId: number, wish: ListInput = {}): string {
  const query = new URLSearchParams({ project_id: String(projectId) });
  for (const [name, value] of Object.entries(wish)) if (value !== undefined) query.set(name, String(value));
  return `/file/task/index?${query.toString()}`;
}
