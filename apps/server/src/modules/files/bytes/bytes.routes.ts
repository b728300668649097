import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import * as contract from '@prdm/contract/files';
import type { Log } from '../../../platform/log.ts';
import type { Call } from '../../../platform/http/call-context.ts';
import type { Mount } from '../../../platform/http/mounting.ts';
import { withTransportStatus } from '../../../platform/http/transport-status.ts';
import { UploadServer } from '../../../platform/uploads/upload-server.ts';
import type { Files } from '../index.ts';
import type { UploadCall } from '../uploads/upload.service.ts';

/**
 * Upload by tus and download by signed address. Both handle their bytes themselves and answer refusals with true HTTP
 * statuses.
 */
export async function fileBytesRoutes(
  mount: Mount,
  files: Files,
  options: { maxBytes: number; log: Log },
): Promise<void> {
  const { rules, files: received, locker } = files.uploads;
  const uploads = new UploadServer<UploadCall>({
    path: contract.uploadCreate.path,
    maxBytes: options.maxBytes,
    rules,
    files: received,
    locker,
    log: options.log,
  });
  const callOf = (context: Call<z.output<typeof contract.uploadCreate.input>>): UploadCall => ({
    actor: context.actor,
    principal: context.principal,
    lang: context.lang,
    folder: context.subject(files.kinds.folder, 'pid').row,
  });
  await mount.app.register(async (app) => {
    uploads.prepare(app);
    mount.raw(contract.uploadCreate, (_input, context, raw) => uploads.create(callOf(context), raw), app);
    for (const endpoint of [contract.uploadHead, contract.uploadPatch, contract.uploadDelete])
      mount.raw(endpoint, (_input, context, raw) => uploads.continue(callOf(context), raw), app);
  });
  await mount.app.register(async (app) => {
    app.setErrorHandler((error) => {
      throw withTransportStatus(error);
    });
    // Shutdown does not wait for a running download, because 5 GB take long. The client continues by Range
    // afterwards.
    const sending = new Set<ServerResponse>();
    app.addHook('preClose', (done) => {
      for (const response of sending) response.destroy();
      done();
    });
    mount.raw(
      contract.raw,
      async ({ sign }, context, raw) => {
        const response = raw.reply.raw;
        sending.add(response);
        response.once('close', () => sending.delete(response));
        await files.calls.serveRaw(sign, context, raw);
      },
      app,
    );
  });
}
