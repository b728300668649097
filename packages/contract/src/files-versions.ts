import { z } from 'zod';
import { blank, day, done, pageOf, paging, text, whole } from './fields.ts';
import { onPage } from './files-fields.ts';
import { endpoint, ref } from './kit.ts';

/** One file: its versions, how long it is valid, and its bytes. */

export const versions = endpoint({
  method: 'GET',
  path: '/apis/file/versions',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, file_id: ref('file', 'view'), ...paging }),
  output: pageOf(
    z.object({
      id: z.number(),
      no: z.number(),
      name: z.string(),
      size: z.number(),
      sha256: z.string(),
      restored_from: z.number().nullable(),
      created_by: z.number().nullable(),
      creator: z.string(),
      created_at: z.string(),
      current: z.boolean(),
    }),
  ),
});

/** Makes an older version the newest again, as a version of its own; needs create and edit like every new version. */
export const versionRestore = endpoint({
  method: 'POST',
  path: '/apis/file/versionRestore',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    file_id: ref('file', 'edit'),
    version_id: ref('file_version', 'create'),
    version: whole(1),
  }),
  output: z.object({ version_id: z.number(), version_no: z.number() }),
});

/** Until when a file is valid, as a day that still counts; without it the file is permanent. */
export const validity = endpoint({
  method: 'POST',
  path: '/apis/file/validity',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    file_id: ref('file', 'edit'),
    valid_until: blank(day().optional()),
    version: whole(1),
  }),
  output: done,
});

/** A signed address of the file's bytes (current version unless one is named), good for five minutes and any number of ranges. */
export const download = endpoint({
  method: 'POST',
  path: '/apis/file/download',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    file_id: ref('file', 'download'),
    version_id: blank(ref('file_version', 'download').optional()),
  }),
  output: z.object({ url: z.string() }),
});

/**
 * The same for looking at it inside the browser: images, pdf and text whose content is what the ending says; anything else
 * is refused with 1008. Asks for the right to view and leaves no trace as a download, because it is none.
 */
export const preview = endpoint({
  method: 'POST',
  path: '/apis/file/preview',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    file_id: ref('file', 'view'),
    version_id: blank(ref('file_version', 'view').optional()),
  }),
  output: z.object({ url: z.string(), type: z.string() }),
});

/**
 * The bytes behind a signed address. Public, because a browser opens it in a new tab or by an <img> and sends no token there;
 * the signature names file version, person, session and deadline, and the session and the person's rights are judged anew on
 * every request, so an address dies with the session, the membership or the grant it was made under.
 */
export const raw = endpoint({
  method: 'GET',
  path: '/apis/file/raw',
  access: 'public',
  transport: 'download',
  input: z.strictObject({ sign: text(300) }),
  output: z.unknown(),
});
