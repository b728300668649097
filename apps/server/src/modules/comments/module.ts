import type { ServerModule } from '../../platform/http/server-module.ts';
import { commentRoutes } from './comments.routes.ts';
import type { Comments } from './index.ts';

/** The calls of every registered kind of record. */
export const commentsModule = (comments: Comments): ServerModule => ({
  kinds: [comments.kind],
  routes(mount) {
    for (const owner of comments.owners()) commentRoutes(mount, comments, owner);
  },
  registers: {},
});
