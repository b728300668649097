import type { ImageType } from '@prdm/contract/files/multipart';
import { BMP_COMPRESSIONS, BMP_HEADERS } from './bitmap.ts';

export interface ImageKind {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/**
 * The kind of a picture, determined by its bytes. The sender's name and declared type are not trusted. It returns
 * null for all other content and for truncated files. That includes other kinds of pictures: an SVG is a program. It
 * never decodes the picture.
 */
export function imageKind(bytes: Buffer): ImageKind | null {
  const kind = png(bytes) ?? jpeg(bytes) ?? webp(bytes) ?? gif(bytes) ?? bmp(bytes);
  return kind !== null && kind.width > 0 && kind.height > 0 ? kind : null;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_END = Buffer.from('IEND');

function png(bytes: Buffer): ImageKind | null {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return null;
  // The last chunk is the end mark and no byte follows it. A file that holds two formats could be read differently by
  // another program.
  if (!bytes.subarray(-8, -4).equals(PNG_END)) return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const SOI = 0xffd8;
const EOI = 0xffd9;
/** Frame headers carry the size; C4, C8 and CC are in the same range and are no frames. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpeg(bytes: Buffer): ImageKind | null {
  if (bytes.length < 20 || bytes.readUInt16BE(0) !== SOI || bytes.readUInt16BE(bytes.length - 2) !== EOI) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === 0xda) return null; // picture data before any frame
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function webp(bytes: Buffer): ImageKind | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const size = webpSize(bytes, bytes.toString('latin1', 12, 16));
  return size && { type: 'image/webp', ...size };
}

function webpSize(bytes: Buffer, chunk: string): { width: number; height: number } | null {
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L') {
    if (bytes[20] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ' || bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

const GIF_END = 0x3b;

function gif(bytes: Buffer): ImageKind | null {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  if (bytes[bytes.length - 1] !== GIF_END) return null;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function bmp(bytes: Buffer): ImageKind | null {
  if (bytes.length < 54 || bytes.toString('latin1', 0, 2) !== 'BM') return null;
  if (bytes.readUInt32LE(2) !== bytes.length || !BMP_HEADERS.includes(bytes.readUInt32LE(14))) return null;
  if (bytes.readUInt32LE(10) >= bytes.length || bytes.readUInt16LE(26) !== 1) return null;
  if (!BMP_COMPRESSIONS.includes(bytes.readUInt32LE(30))) return null;
  // A negative height means that the first line is the top.
  return { type: 'image/bmp', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
}
