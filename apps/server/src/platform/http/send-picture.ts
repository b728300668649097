import type { RawCall } from './call-context.ts';

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
