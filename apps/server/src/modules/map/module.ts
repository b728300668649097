import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Maps } from './index.ts';
import { mapRoutes } from './map.routes.ts';

export const mapModule = (maps: Maps): ServerModule => ({
  kinds: [],
  routes: (mount) => mapRoutes(mount, maps),
  registers: {},
});
