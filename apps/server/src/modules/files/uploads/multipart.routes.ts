import { CODES } from '@prdm/contract/codes';
import { uploadFile } from '@prdm/contract/files/multipart';
import type { Mount } from '../../../platform/http/mounting.ts';
import { translate } from '../../../platform/translate.ts';
import { prepareForms } from '../../../platform/uploads/multipart.ts';
import type { Files } from '../index.ts';

/** The upload in one request. All gates run before the server reads a byte of the body. */
export async function multipartRoutes(mount: Mount, files: Files, options: { maxBytes: number }): Promise<void> {
  await mount.app.register(async (app) => {
    prepareForms(app);
    mount.raw(
      uploadFile,
      async (_input, { actor, principal, lang, subject }, raw) => {
        const folder = subject(files.kinds.folder, 'pid').row;
        const data = await files.calls.uploadWhole({ actor, principal, lang, folder }, raw, options.maxBytes);
        await raw.reply.send({ code: CODES.ok, msg: translate(lang, 'codes.0'), data: uploadFile.output.parse(data) });
      },
      app,
    );
  });
}
