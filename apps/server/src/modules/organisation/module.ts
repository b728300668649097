import type { ServerModule } from '../../platform/http/server-module.ts';
import type { SheetImports } from '../../platform/sheets/imports/index.ts';
import type { Organisation } from './index.ts';
import { organisationRoutes } from './organisation.routes.ts';

export const organisationModule = (organisation: Organisation, imports: SheetImports): ServerModule => ({
  kinds: Object.values(organisation.kinds),
  routes: (mount) => organisationRoutes(mount, organisation, imports),
  registers: {},
});
