import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Disk } from '../machine/disk.ts';

const ID = /^[0-9a-f]{32}$/;
const READ_BYTES = 1 << 20;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Called before the first byte and again at each size that it returned. Returns at least `wanted` bytes for the size of the file, or
 * throws.
 */
export type Allow = (received: number, wanted: number) => Promise<number>;

/** Files of running uploads, one per upload. The file name is the id of the upload, never the name from the sender. */
export class UploadFiles {
  readonly nameCache: string;
  readonly #disk: Disk;
  constructor(nameCache: string, disk: Disk) {
    this.nameCache = nameCache;
    this.#disk = disk;
  }

  path(id: string): string {
    if (!ID.test(id)) throw new Error('not an upload id');
    return join(this.nameCache, id);
  }

  async create(id: string): Promise<void> {
    await mkdir(this.nameCache, { recursive: true });
    await (await open(this.path(id), 'wx')).close();
  }

  /** The number of received bytes, or null when the file does not exist. The size on the disk is right even after a crash. */
  async received(id: string): Promise<number | null> {
    try {
      return (await stat(this.path(id))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /**
   * Writes from `offset` on and returns the new offset. Bytes that arrive before an error are kept. The writer stops at the size that
   * `allow` returns, and at the reserve of the disk.
   */
  async write(source: Readable, id: string, offset: number, allow: Allow): Promise<number> {
    const target = createWriteStream(this.path(id), { flags: 'r+', start: offset });
    const disk = this.#disk;
    await pipeline(
      source,
      async function* within(chunks: AsyncIterable<Buffer>) {
        let at = offset;
        let [allowed, looked] = [offset, offset];
        for await (const chunk of chunks) {
          const end = at + chunk.length;
          if (end > allowed) allowed = await allow(at, end);
          if (end > looked) looked = at + (await disk.step(chunk.length));
          at = end;
          yield chunk;
        }
      },
      target,
    );
    return offset + target.bytesWritten;
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  /** Syncs the file and returns its sha256 in hex. It streams, so the memory use does not depend on the size. */
  async seal(id: string): Promise<string> {
    const handle = await open(this.path(id), 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(this.path(id), { highWaterMark: READ_BYTES }))
      hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  /** Ids of files without a write for this long. */
  async olderThan(milliseconds: number): Promise<string[]> {
    const names = await readdir(this.nameCache).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const old: string[] = [];
    for (const name of names.filter((entry) => ID.test(entry))) {
      const { mtimeMs } = await stat(join(this.nameCache, name)).catch((error: unknown) => {
        if (isMissing(error)) return { mtimeMs: Infinity }; // completed after the folder was read
        throw error;
      });
      if (Date.now() - mtimeMs > milliseconds) old.push(name);
    }
    return old;
  }
}
