import { fail } from '../errors.ts';
import type { BlobStore } from '../storage.ts';
import type { RawCall } from './call-context.ts';
import { rangeOf } from './range.ts';

/** A stored blob and its response headers. */
export interface StoredBytes {
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Streams a blob with Range: one range answers 206, a range beyond the end 416, several ranges or a stale If-Range the whole (200). Nothing
 * is buffered. When the client disconnects, the read ends.
 */
export async function sendStored({ request, reply }: RawCall, storage: BlobStore, bytes: StoredBytes): Promise<void> {
  const tag = `"${bytes.sha256}"`;
  // Checked before the headers are set: a failed stream would otherwise send the refusal with the content type of the blob.
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
  const requested = ifRange === undefined || ifRange === tag ? request.headers.range : undefined;
  const range = rangeOf(requested, bytes.size);
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

/** Users send the pictures. The headers stop a browser from running them as anything but pictures. */
export async function sendPicture(
  reply: RawCall['reply'],
  picture: { thumb: Buffer; thumb_type: string | null },
): Promise<void> {
  void reply.header('content-type', picture.thumb_type ?? 'application/octet-stream');
  void reply.header('content-security-policy', "default-src 'none'; sandbox");
  void reply.header('cache-control', 'private, max-age=300');
  void reply.header('vary', 'x-token');
  await reply.send(picture.thumb);
}
