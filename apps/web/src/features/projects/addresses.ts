/** Addresses of the areas of a project. */
export const DETAIL_PATH = '/project/detail';
export const projectPath = (id: number): string => `${DETAIL_PATH}?id=${id}`;
export const filesPath = (id: number): string => `/file/index?project_id=${id}`;
export const tasksPath = (id: number): string => `/file/task/index?project_id=${id}`;
export const newTaskPath = (id: number): string => `/file/task/addEdit?project_id=${id}`;
export const modelsPath = (id: number): string => `/file/model/index?project_id=${id}`;
export const LIST_PATH = '/project/index';
export const ADD_PATH = '/project/add';

export const NON_PROJECTS_PATH = `${LIST_PATH}?tab=non-projects`;
export const NON_PROJECT_ADD_PATH = '/nonProject/add';
export const NON_PROJECT_PATH = '/nonProject/detail';
export const nonProjectPath = (id: number): string => `${NON_PROJECT_PATH}?id=${id}`;

export type ProjectPart = 'overview' | 'members' | 'settings';

/** A part of the page of a project or non-project. */
export const partPath = (id: number, part: ProjectPart, isProject = true): string => {
  const path = isProject ? projectPath(id) : nonProjectPath(id);
  return part === 'overview' ? path : `${path}&tab=${part}`;
};
