import type { ServerModule } from '../../platform/http/server-module.ts';
import type { SheetImports } from '../../platform/sheets/imports/index.ts';
import { configRoutes } from './config.routes.ts';
import type { Config } from './index.ts';

export const configModule = (config: Config, imports: SheetImports): ServerModule => ({
  kinds: [...Object.values(config.dictionaries).map(({ kind }) => kind), ...Object.values(config.kinds)],
  routes: (mount) => configRoutes(mount, config, imports),
  registers: {},
});
