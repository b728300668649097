import type { ReviewRow } from '@prdm/contract/review';
import { inProject } from '../../lib/in-project.ts';

/** The list of the reader's reviews in all projects. */
export const REVIEWS_PATH = '/process/task/process';

/** Address of the page that decides a review. Pages below /file need an open project, so the address names it. */
export const reviewPath = ({ pc_path, project_id }: Pick<ReviewRow, 'pc_path' | 'project_id'>): string =>
  inProject(pc_path, project_id);
