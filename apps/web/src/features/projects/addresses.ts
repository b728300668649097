/** Addresses of the areas of a project. */
export const DETAIL_PATH = '/project/detail';
export const projectPath = (id: number): string => `${DETAIL_PATH}?id=${id}`;
export const filesPath = (id: number): string => `/file/index?project_id=${id}`;
export const tasksPath = (id: number): string => `/file/task/index?project_id=${id}`;
export const newTaskPath = (id: number): string => `/file/task/addEdit?project_id=${id}`;
export const modelsPath = (id: number): string => `/file/model/index?project_id=${id}`;
export const LIST_PATH = '/project/index';
export const ADD_PATH = '/project/add';
