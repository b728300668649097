import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Files } from '../files/index.ts';
import type { Models } from './index.ts';
import { modelRoutes, viewpointRoutes } from './models.routes.ts';

export const modelsModule = (models: Models, { kinds }: Pick<Files, 'kinds'>): ServerModule => ({
  kinds: Object.values(models.kinds),
  routes(mount) {
    modelRoutes(mount, models, kinds.file);
    viewpointRoutes(mount, models);
  },
  registers: { jobs: models.jobKinds, start: () => models.startConverting() },
});
