import type { ServerModule } from '../../platform/http/server-module.ts';
import { identityRoutes } from './identity.routes.ts';
import { imageRoutes } from './images/images.routes.ts';
import type { Identity } from './index.ts';
import { sessionRoutes } from './listing/session-list.routes.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { ssoRoutes } from './sso/sso.routes.ts';
import type { RecoverySources } from './recovery/recovery.ts';
import type { SsoSources } from './sso/sso.ts';

export const identityModule = (
  identity: Identity,
  others: Parameters<typeof identityRoutes>[2] & RecoverySources & SsoSources,
): ServerModule => ({
  kinds: [],
  async routes(mount) {
    identityRoutes(mount, identity, others);
    recoveryRoutes(mount, identity, others);
    sessionRoutes(mount, identity);
    ssoRoutes(mount, identity, others);
    await imageRoutes(mount, identity);
  },
  registers: identity.ssoRegisters(),
});
