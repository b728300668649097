import type { ServerModule } from '../../platform/http/server-module.ts';
import type { Log } from '../../platform/log.ts';
import { fileBytesRoutes } from './bytes/bytes.routes.ts';
import { filesRoutes } from './files.routes.ts';
import { SweepTrash, SweepUploads, type Files } from './index.ts';
import { multipartRoutes } from './uploads/multipart.routes.ts';

/** `maxBytes` is the size limit of one uploaded file. */
export const filesModule = (files: Files, { maxBytes, log }: { maxBytes: number; log: Log }): ServerModule => ({
  kinds: Object.values(files.kinds),
  async routes(mount) {
    filesRoutes(mount, files);
    files.folderTemplates.routes(mount);
    await fileBytesRoutes(mount, files, { maxBytes, log });
    await multipartRoutes(mount, files, { maxBytes });
  },
  registers: {
    jobs: [SweepUploads, SweepTrash],
    timers: [
      { job: SweepUploads, cron: '* * * * *', run: () => files.sweepUploads() },
      { job: SweepTrash, cron: '7 * * * *', run: () => files.sweepTrash() },
    ],
  },
});
