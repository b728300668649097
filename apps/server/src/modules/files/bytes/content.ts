import { once } from 'node:events';
import type { BlobStore } from '../../../platform/storage.ts';

const HEAD_BYTES = 64 * 1024;

const startsWith = (head: Buffer, text: string, at = 0): boolean =>
  head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

/**
 * Extensions that the browser may show, and the check of their first bytes. No svg, html or xml: those can run
 * scripts.
 */
const SHOWN: Readonly<Record<string, { type: string; is: (head: Buffer) => boolean }>> = {
  gif: { type: 'image/gif', is: (head) => startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a') },
  jpg: { type: 'image/jpeg', is: (head) => startsWith(head, '\xff\xd8\xff') },
  jpeg: { type: 'image/jpeg', is: (head) => startsWith(head, '\xff\xd8\xff') },
  png: { type: 'image/png', is: (head) => startsWith(head, '\x89PNG\r\n\x1a\n') },
  bmp: { type: 'image/bmp', is: (head) => startsWith(head, 'BM') },
  webp: { type: 'image/webp', is: (head) => startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8) },
  pdf: { type: 'application/pdf', is: (head) => startsWith(head, '%PDF-') },
};

export const mayBeShown = (ext: string): boolean => ext === 'txt' || Object.hasOwn(SHOWN, ext);

/**
 * The content type for showing a file in the browser, or null. Only the types above are shown, and only when the
 * content matches the extension. Text is always plain text.
 */
export async function contentType(
  storage: BlobStore,
  { sha256, size, file }: { sha256: string; size: number; file: { ext: string } },
): Promise<string | null> {
  if (!mayBeShown(file.ext)) return null;
  const head = size === 0 ? Buffer.alloc(0) : await headOf(storage, sha256, Math.min(size, HEAD_BYTES));
  if (file.ext === 'txt') return head.includes(0) ? null : `text/plain; charset=${charsetOf(head, size > HEAD_BYTES)}`;
  const kind = SHOWN[file.ext];
  return kind?.is(head) ? kind.type : null;
}

async function headOf(storage: BlobStore, sha256: string, length: number): Promise<Buffer> {
  const stream = storage.read(sha256, { start: 0, end: length - 1 });
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(stream, 'end');
  return Buffer.concat(chunks);
}

/** Older CAD programs write text in GB18030; text that is not valid UTF-8 is read as GB18030. */
function charsetOf(head: Buffer, isCut: boolean): 'utf-8' | 'gb18030' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut });
    return 'utf-8';
  } catch {
    return 'gb18030'; // the decoder throws on invalid UTF-8
  }
}
