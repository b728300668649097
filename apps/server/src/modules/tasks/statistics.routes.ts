import { statistics } from '@prdm/contract/task-statistics';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Tasks } from './index.ts';

export function statisticsRoutes(mount: Mount, tasks: Tasks): void {
  mount(statistics, (input, { principal }) =>
    tasks.statistics(principal, { projectIds: input.project_ids, detail: input.detail }),
  );
}
