import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Notices } from './index.ts';
import { noticesRoutes } from './notices.routes.ts';

/** Names and states of projects by id. */
type ProjectNames = (
  enterpriseId: number,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, { readonly name: string; readonly status: string }>>;

export const noticesModule = (notices: Notices, { names }: { names: ProjectNames }): ServerModule => ({
  kinds: [notices.kind],
  routes: (mount) =>
    noticesRoutes(mount, notices, {
      async projects({ enterpriseId }, ids) {
        const found = [...(await names(enterpriseId, ids))];
        return new Map(found.map(([id, { name, status }]) => [id, { name, archived: status === 'archived' }]));
      },
    }),
  registers: {},
});
