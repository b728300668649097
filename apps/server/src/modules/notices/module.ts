import type { ServerModule } from '../../platform/http/server-module.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Notices } from './index.ts';
import { settingsRoutes } from './mails/settings.routes.ts';
import { noticesRoutes } from './notices.routes.ts';

/** Names and states of projects by id. */
type ProjectNames = (
  enterpriseId: number,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, { readonly name: string; readonly status: string }>>;

/** 08:30 in Asia/Shanghai. The cron expression is in UTC. */
const Digest = defineJob<Record<string, never>>({ name: 'notices.digest', retries: 3, heartbeatSeconds: 15 });

export const noticesModule = (
  notices: Notices,
  { names }: { names: ProjectNames },
  emailOf: (enterpriseId: number, userId: number) => Promise<string>,
): ServerModule => ({
  kinds: [notices.kind],
  routes(mount) {
    settingsRoutes(mount, notices, emailOf);
    noticesRoutes(mount, notices, {
      async projects({ enterpriseId }, ids) {
        const found = [...(await names(enterpriseId, ids))];
        return new Map(found.map(([id, { name, status }]) => [id, { name, archived: status === 'archived' }]));
      },
    });
  },
  registers: {
    jobs: [Digest],
    timers: [{ job: Digest, cron: '30 0 * * *', run: async () => void (await notices.mails.sendDigests()) }],
  },
});
