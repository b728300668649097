import * as contract from '@prdm/contract/home';
import { userIndex } from '@prdm/contract/organisation';
import * as projects from '@prdm/contract/projects';
import * as tasks from '@prdm/contract/tasks';
import type { z } from 'zod';
import type { InputOf } from '../../lib/api/call.ts';
import { useApiQuery } from '../../lib/api/queries.ts';

export type MyWork = z.output<typeof contract.home.output>;

/** My work. A change of a task, a review or a project also invalidates this query: those changes name this domain. */
export const useMyWork = (wish: InputOf<typeof contract.home>) =>
  useApiQuery(contract.home, wish, { refetchInterval: 60_000 });

const LATEST = 8;

export type LatestProject = z.output<typeof projects.index.output>['list'][number];

/** The newest ongoing projects that the reader may see, and the total. */
export const useLatestProjects = () => useApiQuery(projects.index, { size: LATEST });

/** Number of staff. Undefined until the answer arrives, and without the right to see them (`may`). */
export const usePeopleCount = (may: boolean): number | undefined =>
  useApiQuery(userIndex, { size: 1 }, { enabled: may }).data?.total;

/** Number of visible tasks that are under review, and of those that are overdue. */
export function useOpenFigures(): { underReview: number | undefined; overdue: number | undefined } {
  const underReview = useApiQuery(tasks.index, { tab: 'review', size: 1 });
  const overdue = useApiQuery(tasks.index, { overdue: true, size: 1 });
  return { underReview: underReview.data?.total, overdue: overdue.data?.total };
}
