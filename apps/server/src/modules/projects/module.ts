import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Projects } from './index.ts';
import { nonProjectsRoutes } from './non-projects/non-projects.routes.ts';
import { projectsRoutes } from './projects.routes.ts';

export const projectsModule = (projects: Projects): ServerModule => ({
  kinds: [projects.kind, projects.nonProjectKind],
  routes(mount) {
    projectsRoutes(mount, projects);
    nonProjectsRoutes(mount, projects);
  },
  registers: {},
});
