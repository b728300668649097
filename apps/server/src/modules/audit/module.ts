import type { ServerModule } from '../../platform/http/server-module.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import type { Audit } from './index.ts';
import { logRoutes } from './reading/log.routes.ts';

export const auditModule = (audit: Audit, user: SubjectKind<{ id: number }, 'user'>): ServerModule => ({
  kinds: [],
  routes: (mount) => logRoutes(mount, audit.log, user),
  registers: { start: () => Promise.resolve(audit.sealer.start()) },
});
