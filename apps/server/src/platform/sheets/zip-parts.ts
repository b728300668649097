import { inflateRawSync } from 'node:zlib';

/** One part of an archive, by its listing. */
export interface ZipPart {
  readonly name: string;
  readonly encrypted: boolean;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly packed: number;
  /** Size that the listing claims. `unpack` does not trust it. */
  readonly unpacked: number;
  /** Offset of the part's own header. */
  readonly offset: number;
}

/** The bytes are no archive, or a broken one. */
export class NoArchive extends Error {}
/** A part is larger than the limit of the caller. */
export class PartTooLarge extends Error {}

const END = 0x06054b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
const [END_BYTES, COMMENT_MAX] = [22, 0xffff];

/** The parts of an archive in memory. Throws NoArchive. Archives above 4 GB are none. */
export function listParts(bytes: Buffer): ZipPart[] {
  const end = endOf(bytes);
  const [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (start + length > bytes.length) throw new NoArchive('the listing lies beyond the end');
  const parts: ZipPart[] = [];
  let at = start;
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== LISTED)
      throw new NoArchive(`entry ${number + 1} of ${count} of the listing is broken`);
    const nameLength = bytes.readUInt16LE(at + 28);
    parts.push({
      name: bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8'),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** The bytes of a part, at most `maxBytes`. Throws PartTooLarge and NoArchive. */
export function unpack(bytes: Buffer, part: ZipPart, maxBytes: number): Buffer {
  if (part.offset + 30 > bytes.length || bytes.readUInt32LE(part.offset) !== LOCAL)
    throw new NoArchive(`${part.name} does not begin`);
  const start = part.offset + 30 + bytes.readUInt16LE(part.offset + 26) + bytes.readUInt16LE(part.offset + 28);
  const packed = bytes.subarray(start, start + part.packed);
  if (part.method === 0) {
    if (packed.length > maxBytes) throw new PartTooLarge(part.name);
    return packed;
  }
  if (part.method !== 8) throw new NoArchive(`${part.name} is packed by method ${part.method}`);
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw new PartTooLarge(part.name); // ERR_BUFFER_TOO_LARGE
    throw new NoArchive(`${part.name}: ${(error as Error).message}`);
  }
}

/** The record at the end. A comment may follow it. */
function endOf(bytes: Buffer): Buffer {
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length)
      return bytes.subarray(at);
  throw new NoArchive('the listing is missing at the end');
}
