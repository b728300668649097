import { randomBytes } from 'node:crypto';
import type { RawCall } from '../../../platform/http/call-context.ts';
import { fail } from '../../../platform/errors.ts';
import { readForm, type SentFile } from '../../../platform/uploads/multipart.ts';
import { checkedName } from '../names.ts';
import { reposOf, type Parts } from '../parts.ts';
import { begin, commit, type UploadAnswer, type UploadCall } from './upload.service.ts';
import { allow, STEP_BYTES } from './room.ts';

/**
 * Stores a file from one request. Its row exists before its first byte, with the size that the request declares or
 * with the first reservation. After the last byte the rules and operations are those of every upload. A request that
 * ends early leaves neither file nor row.
 */
export async function uploadWhole(
  parts: Parts,
  call: UploadCall,
  raw: RawCall,
  maxBytes: number,
): Promise<UploadAnswer> {
  const key = randomBytes(16).toString('hex');
  const claimed = Number(raw.request.headers['content-length'] ?? STEP_BYTES);
  const limits = { first: Math.min(claimed, maxBytes), most: maxBytes };
  await readForm(raw, { maxBytes }, (file) => receive(parts, call, key, file, limits)).catch(async (error: unknown) => {
    await parts.uploads.remove(key);
    await reposOf(parts, call.actor.enterpriseId).uploads.remove(key);
    throw error;
  });
  return commit(parts, call, key);
}

/** Receives the bytes under the upload's lease. Then the row has their number. */
async function receive(
  parts: Parts,
  call: UploadCall,
  key: string,
  { name, bytes }: SentFile,
  { first, most }: { first: number; most: number },
): Promise<void> {
  const filename = checkedName(name, 'file');
  await begin(parts, call, { id: key, size: first, counting: true, metadata: { filename } });
  await parts.locker.alone(key, async () => {
    await parts.uploads.create(key);
    const size = await parts.uploads.write(bytes, key, 0, (received, wanted) =>
      allow(parts, key, { received, wanted, most }),
    );
    if (!(await reposOf(parts, call.actor.enterpriseId).uploads.counted(key, size))) throw fail.notFound();
  });
}
