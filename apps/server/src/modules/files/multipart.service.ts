import { randomBytes } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import { AppError } from '../../platform/errors.ts';
import type { RawCall } from '../../platform/http/call-context.ts';
import { readForm } from '../../platform/uploads/multipart.ts';
import { checkedName } from './names.ts';
import type { Parts } from './parts.ts';
import { commit, uploadRules, type UploadAnswer, type UploadCall } from './upload.service.ts';

/**
 * A file in one request. The bytes come first, into the folder of uploads and under no name; from then on it is an upload like any other,
 * begun and finished at once, by the same rules and the same steps. Whatever ends it before leaves nothing: neither file nor record.
 */
export async function uploadWhole(
  parts: Parts,
  call: UploadCall,
  raw: RawCall,
  maxBytes: number,
): Promise<UploadAnswer> {
  const key = randomBytes(16).toString('hex');
  const expected = Number(raw.request.headers['content-length'] ?? 0);
  if ((await parts.uploads.free()) < expected) throw new AppError(CODES.uploadFailed, 'http.507', {}, { status: 507 });
  const sent = { name: '', size: 0 };
  await parts.uploads.create(key);
  try {
    await readForm(raw, { maxBytes }, async ({ name, bytes }) => {
      sent.name = checkedName(name, 'file');
      sent.size = await parts.uploads.write(bytes, key, 0);
    });
    await uploadRules(parts).begin(call, { id: key, size: sent.size, metadata: { filename: sent.name } });
  } catch (error) {
    await parts.uploads.remove(key);
    throw error;
  }
  // From here the record knows of the bytes: what is refused is cleared away by the finish itself, what breaks off is finished by the timer.
  return commit(parts, call, key);
}
