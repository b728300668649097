import { z } from 'zod';
import { onPage } from './files-fields.ts';
import { endpoint, ref } from './kit.ts';

/**
 * Uploads speak tus 1.0.0 (creation, creation-with-upload, termination). Every request names the folder it goes to, and is
 * judged by the right to create there; an upload that is not the caller's own answers 404. Metadata: `filename`, and
 * `relativePath` when a folder is uploaded. Refusals have true HTTP statuses with the envelope as body.
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
 * Tells the server that all bytes are there. The last PATCH does the same by itself; a client that did not hear its answer
 * calls this, any number of times, and gets the one file that was stored.
 */
export const uploadCommit = endpoint({
  method: 'POST',
  path: '/apis/upload/commit',
  access: 'signed-in',
  input: z.strictObject({ uploadId: z.string().regex(/^[0-9a-f]{32}$/, 'validation.id') }),
  output: z.object({
    file_id: z.number(),
    version_id: z.number(),
    version_no: z.number(),
    folder_id: z.number(),
    name: z.string(),
  }),
});
