/** Address of a model. */
export const modelPath = (projectId: number, id: number): string => `/file/model/view?id=${id}&project_id=${projectId}`;
