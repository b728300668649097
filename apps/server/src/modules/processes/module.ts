import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Processes } from './index.ts';
import { processesRoutes } from './process.routes.ts';

export const processesModule = (processes: Processes): ServerModule => ({
  kinds: Object.values(processes.kinds),
  routes: (mount) => processesRoutes(mount, processes),
  registers: {},
});
