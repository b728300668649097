import { z } from 'zod';
import { blank, day, done, pageOf, paging, text, version } from '../kit/fields.ts';
import { onPage } from './fields.ts';
import { endpoint, ref } from '../kit.ts';

/** Calls on one file: its versions, its validity and its bytes. */

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

/** Copies an older version into a new newest version. It needs create and edit, like every new version. */
export const versionRestore = endpoint({
  method: 'POST',
  path: '/apis/file/versionRestore',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    file_id: ref('file', 'edit'),
    version_id: ref('file_version', 'create'),
    version: version(),
  }),
  output: z.object({ version_id: z.number(), version_no: z.number() }),
});

/** The last day on which a file is valid. Without a day the file is permanent. */
export const validity = endpoint({
  method: 'POST',
  path: '/apis/file/validity',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    file_id: ref('file', 'edit'),
    valid_until: blank(day().optional()),
    version: version(),
  }),
  output: done,
});

/**
 * Returns a signed address of the file's bytes, of the current version unless one is named. It is valid for five
 * minutes and any number of ranges.
 */
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
 * Returns a signed address for display in the browser: images, pdf and text. The content must match the ending; any
 * other file is refused (1008). The call needs the right to view and writes no download record.
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
 * The bytes at a signed address. The call is public, because a new tab or an <img> sends no token. The signature
 * covers file version, person, session and deadline. Every request checks the session and the person's rights again.
 * An address therefore ends with its session, membership or grant.
 */
export const raw = endpoint({
  method: 'GET',
  path: '/apis/file/raw',
  access: 'public',
  transport: 'download',
  input: z.strictObject({ sign: text(300) }),
  output: z.unknown(),
});
