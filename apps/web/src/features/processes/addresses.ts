import type { ReviewRow } from '@prdm/contract/review';

/** Where a review is decided. Pages below /file open in a project only, so the address brings it along for who has opened none yet. */
export function reviewPath({
  pc_path: path,
  project_id: projectId,
}: Pick<ReviewRow, 'pc_path' | 'project_id'>): string {
  if (projectId === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}project_id=${projectId}`;
}
