import { once } from 'node:events';
import type { BlobStore } from '../../platform/storage.ts';

const HEAD_BYTES = 64 * 1024;

const startsWith = (head: Buffer, text: string, at = 0): boolean =>
  head.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));

/** Endings that may be shown in the browser, and how their contents begin. No svg, html or xml: those are programs. */
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
 * The type under which a file may be shown inside the browser, or null: only of the kinds above, and only when its content
 * begins as its ending says. Text is plain text whatever it looks like.
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

/** Text of the trade's older programs is GB18030; what is not sound UTF-8 is read as that. */
function charsetOf(head: Buffer, isCut: boolean): 'utf-8' | 'gb18030' {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut });
    return 'utf-8';
  } catch {
    return 'gb18030'; // a decoder that throws has answered the question
  }
}

/** RFC 6266: an ASCII stand-in for old programs and the true name, escaped so that no name can end the header or begin another. */
export function disposition(name: string, inline: boolean): string {
  const plain = name.normalize('NFC').replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name.normalize('NFC').toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
