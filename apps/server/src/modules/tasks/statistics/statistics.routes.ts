import { statistics } from '@prdm/contract/tasks/statistics';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Tasks } from '../index.ts';

export function statisticsRoutes(mount: Mount, tasks: Tasks): void {
  mount(statistics, ({ detail }, { principal, given }) =>
    tasks.statistics(principal, { projects: given.project_ids, detail }),
  );
}
