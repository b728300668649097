import type { ReviewRow } from '@prdm/contract/review';
import { inProject } from '../../lib/in-project.ts';

/** The list of the reader's reviews, over all projects. */
export const REVIEWS_PATH = '/process/task/process';

/** Where a review is decided. Pages below /file open in a project only, so the address brings it along for who has opened none yet. */
export const reviewPath = ({ pc_path, project_id }: Pick<ReviewRow, 'pc_path' | 'project_id'>): string =>
  inProject(pc_path, project_id);
