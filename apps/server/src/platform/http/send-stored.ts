import { fail } from '../errors.ts';
import type { BlobStore } from '../storage.ts';
import type { RawCall } from './call-context.ts';
import { rangeOf } from './range.ts';

/** Bytes of the store and how they go out. */
export interface StoredBytes {
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Streams stored bytes with Range: one range 206, beyond the end 416, several ranges or a stale If-Range the whole (200).
 * Nothing waits in memory; who goes away ends the reading.
 */
export async function sendStored({ request, reply }: RawCall, storage: BlobStore, bytes: StoredBytes): Promise<void> {
  const tag = `"${bytes.sha256}"`;
  // Asked before a header stands: a stream that cannot open would end the answer with a type that no refusal can wear.
  if ((await storage.size(bytes.sha256)) === null) throw fail.notFound(true);
  void reply.headers({
    ...bytes.headers,
    etag: tag,
    'accept-ranges': 'bytes',
    'cache-control': bytes.cacheControl,
    'content-type': bytes.type,
  });
  if (request.headers['if-none-match'] === tag) {
    await reply.status(304).send();
    return;
  }
  const ifRange = request.headers['if-range'];
  const wished = ifRange === undefined || ifRange === tag ? request.headers.range : undefined;
  const range = rangeOf(wished, bytes.size);
  if (range === 'unsatisfiable') {
    await reply
      .status(416)
      .header('content-range', `bytes */${bytes.size}`)
      .header('content-type', 'text/plain')
      .send('');
    return;
  }
  if (range === null) {
    await reply.header('content-length', bytes.size).send(storage.read(bytes.sha256));
    return;
  }
  await reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(storage.read(bytes.sha256, range));
}
