import { crc32 } from 'node:zlib';
import { fail } from '../../platform/errors.ts';

const BYTES_MAX = 200 * 1024;
const SIDE_MAX = 4096;

type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Bytes and actual type of a small picture; null when none was sent. The bytes are not decoded but checked from start to end.
 * Throws when the picture is truncated, has data after its end, or claims a size that would exhaust a browser's memory.
 */
export function thumbOf(thumb: string | undefined): { bytes: Buffer; type: PictureType } | null {
  if (thumb === undefined || thumb === '') return null;
  const bytes = Buffer.from(thumb, 'base64');
  const picture = bytes.length > BYTES_MAX ? null : pictureIn(bytes);
  if (!picture) throw fail.invalid('thumb', 'validation.value');
  return { bytes, type: picture.type };
}

/** Type and claimed size of a picture; null when it is invalid or larger than allowed. */
export function pictureIn(bytes: Buffer): ({ type: PictureType } & Size) | null {
  for (const [type, sizeOf] of READERS) {
    const size = sizeOf(bytes);
    if (size === null) continue;
    const fits = [size.width, size.height].every((side) => side >= 1 && side <= SIDE_MAX);
    return fits ? { type, ...size } : null;
  }
  return null;
}

const READERS: readonly [PictureType, (bytes: Buffer) => Size | null][] = [
  ['image/jpeg', jpegSize],
  ['image/png', pngSize],
  ['image/webp', webpSize],
];

/** Reads the segments up to the picture data. One segment holds the size, and the last two bytes must be the end marker. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9)
    return null;
  let size: Size | null = null;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame && length >= 8) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === 0xda) return size; // the picture data begins here
    at += 2 + length;
  }
  return null;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads complete chunks and compares their checksums. The first chunk holds the size, and the last one must end the file. */
function pngSize(bytes: Buffer): Size | null {
  if (!bytes.subarray(0, 8).equals(PNG)) return null;
  let size: Size | null = null;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    const kind = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null;
    if (at === 8) {
      if (kind !== 'IHDR' || length !== 13) return null;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (kind === 'IEND') return end === bytes.length ? size : null;
    at = end;
  }
  return null;
}

/** Reads one RIFF container of exactly its declared length. The first chunk, one of three kinds, holds the size. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length || bytes.readUInt32LE(16) + 20 > bytes.length) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}
