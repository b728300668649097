import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Projects } from './index.ts';
import { projectsRoutes } from './projects.routes.ts';
import { staffingRoutes } from './staffing/staffing.routes.ts';

export const projectsModule = (projects: Projects): ServerModule => ({
  kinds: [projects.kind],
  routes: (mount) => {
    projectsRoutes(mount, projects);
    staffingRoutes(mount, projects);
  },
  registers: {},
});
