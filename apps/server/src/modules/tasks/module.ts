import type { ServerModule } from '../../platform/http/server-module.ts';
import { OverdueTasks, type Tasks } from './index.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { tasksRoutes } from './task.routes.ts';

export const tasksModule = (tasks: Tasks): ServerModule => ({
  kinds: [tasks.kind],
  routes(mount) {
    tasksRoutes(mount, tasks);
    statisticsRoutes(mount, tasks);
  },
  registers: {
    jobs: [OverdueTasks],
    timers: [{ job: OverdueTasks, cron: '* * * * *', run: async () => void (await tasks.notifyOverdue()) }],
  },
});
