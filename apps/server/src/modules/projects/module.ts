import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Projects } from './index.ts';
import { EndMemberships } from './partners/ending.ts';
import { nonProjectsRoutes } from './non-projects/non-projects.routes.ts';
import { partnersRoutes } from './partners/partners.routes.ts';
import { projectsRoutes } from './projects.routes.ts';
import { staffingRoutes } from './staffing/staffing.routes.ts';

export const projectsModule = (projects: Projects): ServerModule => ({
  kinds: [projects.kind, projects.nonProjectKind, projects.partners.kind],
  routes(mount) {
    projectsRoutes(mount, projects);
    partnersRoutes(mount, projects);
    nonProjectsRoutes(mount, projects);
    staffingRoutes(mount, projects);
  },
  registers: {
    jobs: [EndMemberships],
    timers: [{ job: EndMemberships, cron: '*/10 * * * *', run: () => projects.partners.end() }],
  },
});
