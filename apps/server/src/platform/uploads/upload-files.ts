import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const ID = /^[0-9a-f]{32}$/;
const READ_BYTES = 1 << 20;

/** The disk stays usable for the database and for deleting things when uploads have eaten the rest. */
const KEEP_FREE_BYTES = 256 * 1024 * 1024;
const KEEP_FREE_SHARE = 0.05;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The files that are being received: one a upload, named by its id and never by what the sender calls it. */
export class UploadFiles {
  readonly directory: string;
  constructor(directory: string) {
    this.directory = directory;
  }

  path(id: string): string {
    if (!ID.test(id)) throw new Error('not an upload id');
    return join(this.directory, id);
  }

  async create(id: string): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    await (await open(this.path(id), 'wx')).close();
  }

  /** How many bytes have come, or null when there is no such file. What the disk says is the truth, also after a crash. */
  async received(id: string): Promise<number | null> {
    try {
      return (await stat(this.path(id))).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Writes from `offset` on and returns the new offset; what has come before an error stays and counts. */
  async write(source: Readable, id: string, offset: number): Promise<number> {
    const target = createWriteStream(this.path(id), { flags: 'r+', start: offset });
    await pipeline(source, target);
    return offset + target.bytesWritten;
  }

  async remove(id: string): Promise<void> {
    await rm(this.path(id), { force: true });
  }

  /** Brings the bytes to the disk and returns their sha256 in hex. Streams: 5 GB take no more memory than 1 MB. */
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

  /** Bytes that uploads may still take. */
  async free(): Promise<number> {
    await mkdir(this.directory, { recursive: true });
    const { bavail, blocks, bsize } = await statfs(this.directory);
    return bavail * bsize - Math.min(KEEP_FREE_BYTES, blocks * bsize * KEEP_FREE_SHARE);
  }

  /** Ids of files that nobody has written to for so long. */
  async olderThan(milliseconds: number): Promise<string[]> {
    const names = await readdir(this.directory).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const old: string[] = [];
    for (const name of names.filter((entry) => ID.test(entry))) {
      const { mtimeMs } = await stat(join(this.directory, name)).catch((error: unknown) => {
        if (isMissing(error)) return { mtimeMs: Infinity }; // finished between the listing and the look
        throw error;
      });
      if (Date.now() - mtimeMs > milliseconds) old.push(name);
    }
    return old;
  }
}
