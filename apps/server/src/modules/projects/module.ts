import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Projects } from './index.ts';
import { projectsRoutes } from './projects.routes.ts';

export const projectsModule = (projects: Projects, { kinds }: Pick<Organisation, 'kinds'>): ServerModule => ({
  kinds: [projects.kind],
  routes: (mount) => projectsRoutes(mount, projects, kinds),
  registers: {},
});
