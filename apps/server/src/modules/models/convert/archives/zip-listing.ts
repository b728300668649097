import { open, type FileHandle } from 'node:fs/promises';

/** One entry of an archive's listing. */
export interface ZipEntry {
  name: string;
  encrypted: boolean;
  /** 0: stored, 8: deflated. */
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  /** Offset of the entry's own header. */
  offset: number;
}

/** The archive is broken, or uses a form that no common program writes. */
export class DamagedZip extends Error {}

const END = 0x06054b50;
const LISTED = 0x02014b50;
const LOCAL = 0x04034b50;
/** Length of the end record, and of the longest comment after it. */
const [END_BYTES, COMMENT] = [22, 0xffff];
/** A larger listing is refused, because a model's archive has few files. */
const MOST_LISTING = 8 * 1024 * 1024;
/** Marker of the zip64 format for archives over 4 GB, which exceed every limit of a model. */
const LARGE = 0xffffffff;

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The record at the end of the archive. A comment may follow it. */
async function endRecord(file: FileHandle, size: number): Promise<Buffer> {
  const length = Math.min(size, END_BYTES + COMMENT);
  const tail = await bytesAt(file, size - length, length);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    const fits = tail.readUInt32LE(at) === END && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length;
    if (fits) return tail.subarray(at);
  }
  throw new DamagedZip('the listing is missing at the end of the archive');
}

function* entriesIn(listing: Buffer, count: number): Generator<ZipEntry> {
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + 46 > listing.length || listing.readUInt32LE(at) !== LISTED) {
      throw new DamagedZip(`entry ${number + 1} of ${count} of the listing is broken`);
    }
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => listing.readUInt16LE(at + field));
    const name = listing.subarray(at + 46, at + 46 + (nameLength ?? 0)).toString('utf8');
    yield {
      name,
      encrypted: (listing.readUInt16LE(at + 8) & 1) === 1,
      method: listing.readUInt16LE(at + 10),
      crc: listing.readUInt32LE(at + 16),
      packed: listing.readUInt32LE(at + 20),
      unpacked: listing.readUInt32LE(at + 24),
      offset: listing.readUInt32LE(at + 42),
    };
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
}

/** The entries of an archive, read from its listing with a few reads for any archive size. Throws DamagedZip and file errors. */
export async function listZip(path: string): Promise<ZipEntry[]> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size < END_BYTES) throw new DamagedZip(`${size} bytes are no archive`);
  const end = await endRecord(file, size);
  const [count, length, position] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (position === LARGE || length > MOST_LISTING) throw new DamagedZip('the listing is too large');
  if (position + length > size) throw new DamagedZip('the listing lies beyond the end');
  const listing = await bytesAt(file, position, length);
  return [...entriesIn(listing, count)];
}

/** Offset of an entry's data. The entry's own header has a name and an extra field of their own lengths. */
export async function dataStart(path: string, entry: ZipEntry): Promise<number> {
  await using file = await open(path, 'r');
  const header = await bytesAt(file, entry.offset, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL) throw new DamagedZip(`${entry.name} does not begin`);
  return entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** True for an IFC model, except the shadow files that macOS adds. */
export const isIfcEntry = ({ name }: ZipEntry): boolean => /\.ifc$/i.test(name) && !/(^|\/)(__MACOSX\/|\.)/.test(name);

/** True when the listing of an archive contains a model. A broken archive has none. */
export async function holdsModel(path: string): Promise<boolean> {
  try {
    return (await listZip(path)).some(isIfcEntry);
  } catch (error) {
    if (error instanceof DamagedZip) return false;
    throw error;
  }
}
