import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipOptions {
  /** Stored without deflating. */
  stored?: boolean;
  /** Marked as protected by a password (the bytes are not). */
  encrypted?: boolean;
}

/** A zip archive of these files, with its listing. */
export function zip(
  files: readonly (readonly [name: string, content: string | Buffer])[],
  options: ZipOptions = {},
): Buffer {
  const bodies: Buffer[] = [];
  const listing: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const content = Buffer.from(text as string);
    const data = options.stored ? content : deflateRawSync(content);
    const names = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(options.encrypted ? 1 : 0, 2);
    facts.writeUInt16LE(options.stored ? 0 : 8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(names.length, 22);
    bodies.push(Buffer.from([0x50, 0x4b, 3, 4]), facts, names, data);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    listing.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, rest, names);
    offset += 4 + facts.length + names.length + data.length;
  }
  const nameCache = Buffer.concat(listing);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(nameCache.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, nameCache, end]);
}
