import type { ServerModule } from '../../platform/http/server-module.ts';
import { identityRoutes } from './identity.routes.ts';
import { imageRoutes } from './images.routes.ts';
import type { Identity } from './index.ts';

export const identityModule = (identity: Identity, others: Parameters<typeof identityRoutes>[2]): ServerModule => ({
  kinds: [],
  async routes(mount) {
    identityRoutes(mount, identity, others);
    await imageRoutes(mount, identity);
  },
  registers: {},
});
