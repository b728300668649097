import type { ServerResponse } from 'node:http';
import * as contract from '@prdm/contract/files';
import type { Log } from '../../platform/log.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import { withTransportStatus } from '../../platform/http/transport-status.ts';
import { UploadServer } from '../../platform/uploads/upload-server.ts';
import type { Files } from './index.ts';
import type { UploadCall } from './upload.service.ts';

/** The calls whose bytes are their own affair: tus in, signed addresses out. Both answer refusals with true HTTP statuses. */
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
  const callOf = (context: CallContext): UploadCall => ({
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
    // Whoever fetches 5 GB goes on by Range afterwards; waiting for him would keep the program from stopping.
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
