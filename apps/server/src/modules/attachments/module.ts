import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Log } from '../../platform/log.ts';
import type { Files } from '../files/index.ts';
import { attachmentBytesRoute, attachmentRoutes, handedViewpointRoutes } from './attachments.routes.ts';
import { SweepAttachments, type Attachments } from './index.ts';

/** The calls of every registered kind of record. `maxBytes` is the size limit of one uploaded file. */
export const attachmentsModule = (
  attachments: Attachments,
  files: Files,
  { maxBytes, log }: { maxBytes: number; log: Log },
): ServerModule => ({
  kinds: [attachments.kind, attachments.views.kind],
  async routes(mount) {
    for (const owner of attachments.owners())
      await attachmentRoutes(mount, { attachments, files, maxBytes, log }, owner);
    await attachmentBytesRoute(mount, attachments);
    handedViewpointRoutes(mount, attachments);
  },
  registers: {
    jobs: [SweepAttachments],
    timers: [{ job: SweepAttachments, cron: '17 * * * *', run: () => attachments.sweep() }],
  },
});
