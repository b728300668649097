import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Opinions } from './index.ts';
import { opinionRoutes } from './opinions.routes.ts';

export const opinionsModule = (opinions: Opinions): ServerModule => ({
  kinds: [opinions.kind],
  routes: (mount) => opinionRoutes(mount, opinions),
  registers: {},
});
