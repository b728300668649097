import { LIMITS } from '@prdm/contract/limits';
import { image, imageFields, uploadImage } from '@prdm/contract/files/multipart';
import { CODES } from '@prdm/contract/codes';
import { problemOf } from '@prdm/contract/kit/problems';
import { fail } from '../../../platform/errors.ts';
import type { RawCall } from '../../../platform/http/call-context.ts';
import type { Mount } from '../../../platform/http/mounting.ts';
import { withTransportStatus } from '../../../platform/http/transport-status.ts';
import { translate } from '../../../platform/translate.ts';
import { prepareForms, readForm } from '../../../platform/uploads/multipart.ts';
import { Turns } from '../../../platform/uploads/turns.ts';
import type { Identity } from '../index.ts';
import { keyInData } from '@prdm/locales/text-key';

/** The content of a key never changes. The policy stops any script when a browser opens the picture as a page. */
const PICTURE_HEADERS = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** One read needs up to 10 MiB of memory and the copies made from it. */
const TURNS = { ofOne: 2, inAll: 8, readMs: 120_000 } as const;

async function receivePicture(raw: RawCall): Promise<{ bytes: Buffer; replaces: readonly string[] }> {
  const chunks: Buffer[] = [];
  const texts = await readForm(
    raw,
    { maxBytes: LIMITS.imageBytes, texts: Object.keys(imageFields.shape) },
    async ({ bytes }) => {
      for await (const chunk of bytes) chunks.push(chunk as Buffer);
    },
  );
  const fields = imageFields.safeParse(texts);
  if (!fields.success) {
    const { field, key, params } = problemOf(fields.error);
    throw fail.invalid(field, keyInData(key), params);
  }
  const { uploadUrl, uploadTurl } = fields.data;
  return { bytes: Buffer.concat(chunks), replaces: [uploadUrl, uploadTurl].flatMap((old) => old || []) };
}

/** Upload and delivery of pictures. */
export async function imageRoutes(
  mount: Mount,
  identity: Pick<Identity, 'storeImage' | 'imageByKey' | 'isSessionAlive'>,
): Promise<void> {
  const turns = new Turns(TURNS);
  await mount.app.register(async (app) => {
    prepareForms(app);
    mount.raw(
      uploadImage,
      async (_input, { actor, session, lang }, raw) => {
        const by = { ...actor, userId: session.userId };
        const stored = await turns.read(`${actor.enterpriseId} ${session.userId}`, raw.request.raw, async () => {
          const picture = await receivePicture(raw);
          // The upload may be slow, and the session may have ended meanwhile.
          if (!(await identity.isSessionAlive(session.enterpriseId, session.id))) throw fail.sessionEnded();
          return identity.storeImage(by, picture);
        });
        await raw.reply.send({ code: CODES.ok, msg: translate(lang, 'codes.0'), data: stored });
      },
      app,
    );
  });
  await mount.app.register(async (app) => {
    app.setErrorHandler((error) => {
      throw withTransportStatus(error);
    });
    mount.raw(
      image,
      async ({ key }, _context, { request, reply }) => {
        const found = await identity.imageByKey(key);
        if (!found) throw fail.notFound(true);
        void reply.headers({ ...PICTURE_HEADERS, etag: `"${key}"`, 'content-type': found.type });
        if (request.headers['if-none-match'] === `"${key}"`) await reply.status(304).send();
        else await reply.send(found.bytes);
      },
      app,
    );
  });
}
