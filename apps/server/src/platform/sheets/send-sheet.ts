import { XLSX } from '@prdm/contract/kit';
import type { RawCall } from '../http/call-context.ts';
import { disposition } from '../http/content-disposition.ts';

/**
 * Sends a spreadsheet as a download. `fileName` has no ending; signs that a file system refuses become `_`.
 * A handler builds the bytes first: a refusal before this call is answered as the envelope (application/json).
 */
export async function sendSheet({ reply }: RawCall, given: { fileName: string; bytes: Uint8Array }): Promise<void> {
  /* oxlint-disable-next-line no-control-regex -- no file system takes control characters in names */
  const name = given.fileName.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_');
  await reply
    .headers({
      'content-type': XLSX,
      'content-disposition': disposition(`${name}.xlsx`, false),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(Buffer.from(given.bytes.buffer, given.bytes.byteOffset, given.bytes.byteLength));
}
