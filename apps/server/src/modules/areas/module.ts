import type { ServerModule } from '../../platform/http/server-module.ts';
import { areasRoutes } from './areas.routes.ts';

export const areasModule = (): ServerModule => ({ kinds: [], routes: areasRoutes, registers: {} });
