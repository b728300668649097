import { z } from 'zod';
import { onPage } from './fields.ts';
import { endpoint, keyRef, ref } from '../kit.ts';

/**
 * Uploads use tus 1.0.0 (creation, creation-with-upload, termination). Every request names the target folder and needs
 * the right to create there. An upload of another person answers 404. Metadata: `filename`, and `relativePath` for the
 * upload of a folder. Refusals use real HTTP statuses with the envelope as body.
 */
const chunk = { access: 'signed-in', transport: 'tus', output: z.unknown() } as const;
const chunkInput = z.strictObject({ ...onPage, pid: ref('folder', 'create') });
export const uploadCreate = endpoint({
  method: 'POST',
  path: '/apis/upload/chunk',
  ...chunk,
  input: chunkInput,
});
export const uploadHead = endpoint({ method: 'HEAD', path: '/apis/upload/chunk/:id', ...chunk, input: chunkInput });
export const uploadPatch = endpoint({ method: 'PATCH', path: '/apis/upload/chunk/:id', ...chunk, input: chunkInput });
export const uploadDelete = endpoint({ method: 'DELETE', path: '/apis/upload/chunk/:id', ...chunk, input: chunkInput });

/**
 * Completes an upload whose bytes are all stored. The last PATCH does the same. A client that missed the answer may
 * call this any number of times and gets the same file. The upload must be the caller's own, and the caller must still
 * have the right to create in its folder.
 */
export const uploadCommit = endpoint({
  method: 'POST',
  path: '/apis/upload/commit',
  access: 'signed-in',
  input: z.strictObject({ uploadId: keyRef('upload', /^[0-9a-f]{32}$/, 'create') }),
  output: z.object({
    file_id: z.number(),
    version_id: z.number(),
    version_no: z.number(),
    folder_id: z.number(),
    name: z.string(),
  }),
});
