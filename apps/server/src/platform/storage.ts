import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { randomToken } from './crypto.ts';

/** Bytes by content: the key is the sha256 in hex, so the same bytes are kept once and a key never changes its bytes. */
export interface BlobStore {
  /** Takes over a finished local file: bytes on disk before the name, the name before the answer. */
  adopt(path: string, sha256: string): Promise<void>;
  /** Streams bytes; `end` is inclusive. Throws when the blob is not there. */
  read(sha256: string, range?: { start: number; end: number }): Readable;
  size(sha256: string): Promise<number | null>;
  /** A path on this machine for programs that need one (conversion). */
  localPath(sha256: string): string;
  delete(sha256: string): Promise<void>;
  /**
   * A store of its own inside this one. Who deletes by his own books keeps his bytes in an area of his own: the same
   * content may be another's too, and equal bytes have one key.
   */
  area(name: string): BlobStore;
}

const SHA = /^[0-9a-f]{64}$/;

/** The default store: a folder tree by the first two bytes of the hash. */
export class DiskBlobStore implements BlobStore {
  readonly #root: string;
  readonly #sync: (folder: string) => Promise<void>;
  /** Folders whose name is on the disk for sure. */
  readonly #kept = new Set<string>();
  constructor(root: string, sync = syncFolder) {
    this.#root = resolve(root);
    this.#sync = sync;
  }

  area(name: string): BlobStore {
    if (!/^[a-z]{3,20}$/.test(name)) throw new Error('an area is named by three to twenty letters'); // two would be a folder of keys
    return new DiskBlobStore(join(this.#root, name), this.#sync);
  }

  localPath(sha256: string): string {
    if (!SHA.test(sha256)) throw new Error('not a blob key');
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async adopt(path: string, sha256: string): Promise<void> {
    const target = this.localPath(sha256);
    const folder = join(target, '..');
    await mkdir(folder, { recursive: true });
    await syncFile(path);
    await rename(path, target);
    await this.#sync(folder);
    await this.#keepName(folder);
  }

  /** A folder's own name is data of the one above, up to that of the store; whoever made it may not have come to this yet. */
  async #keepName(folder: string): Promise<void> {
    if (this.#kept.has(folder)) return;
    const above = dirname(folder);
    await this.#sync(above);
    if (folder !== this.#root) await this.#keepName(above);
    this.#kept.add(folder);
  }

  read(sha256: string, range?: { start: number; end: number }): Readable {
    return createReadStream(this.localPath(sha256), { ...range, highWaterMark: 1 << 20 });
  }

  async size(sha256: string): Promise<number | null> {
    try {
      return (await stat(this.localPath(sha256))).size;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  async delete(sha256: string): Promise<void> {
    await rm(this.localPath(sha256), { force: true });
  }
}

/** Data before the rename: after a power cut a finished name never stands over missing bytes. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The name itself is data of the folder. Windows cannot open folders and orders renames by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name nobody else uses, for work in progress beside the store. */
export const temporaryName = (prefix: string): string => `${prefix}-${randomToken(12)}`;
