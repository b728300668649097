import type { ReviewRow } from '@prdm/contract/processes/review';
import { inProject } from '../../lib/in-project.ts';

/** The list of the reader's reviews in all projects. */
export const REVIEWS_PATH = '/process/task/process';

/** The desk with one review open, beside the list that has it. */
export const deskPath = (processId: number, list: 'todo' | 'mine' = 'todo'): string =>
  `${REVIEWS_PATH}?${list === 'todo' ? '' : `state=${list}&`}id=${processId}`;

/** Address of the page that decides a review. Pages below /file need an open project, so the address names it. */
export const reviewPath = ({ pc_path, project_id }: Pick<ReviewRow, 'pc_path' | 'project_id'>): string =>
  inProject(pc_path, project_id);

/** The list of approval templates, the form of a new one, and the form of a stored one. */
export const TEMPLATES_PATH = '/company/task/process_index';
export const TEMPLATE_ADD_PATH = '/company/task/process/add';
export const templatePath = (id: number): string => `/company/task/process/edit?id=${id}`;

/** Adds the process of the present address to a link, so that the next page takes its opinions too. */
export const withProcess = (to: string, address: URLSearchParams): string => {
  const id = Number(address.get('process'));
  return Number.isSafeInteger(id) && id > 0 ? `${to}&process=${id}` : to;
};
