import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { randomToken } from './crypto.ts';

/** Blobs by content. The key is the sha256 in hex: equal bytes are stored once, and the bytes of a key never change. */
export interface BlobStore {
  /** Moves a finished local file into the store. The bytes are synced before the rename, and the name before the promise resolves. */
  adopt(path: string, sha256: string): Promise<void>;
  /** Streams bytes; `end` is inclusive. The stream fails when the blob does not exist. */
  read(sha256: string, range?: { start: number; end: number }): Readable;
  size(sha256: string): Promise<number | null>;
  /** A local path for programs that need one (conversion). */
  localPath(sha256: string): string;
  delete(sha256: string): Promise<void>;
  /**
   * A separate store inside this one. A module that deletes blobs by its own records needs its own area: another module may store equal
   * bytes under the same key.
   */
  area(name: string): BlobStore;
}

const SHA = /^[0-9a-f]{64}$/;

/** The default store: a folder tree by the first two bytes of the hash. */
export class DiskBlobStore implements BlobStore {
  readonly #root: string;
  readonly #sync: (folder: string) => Promise<void>;
  /** Folders whose names are already synced to the disk. */
  readonly #kept = new Set<string>();
  constructor(root: string, sync = syncFolder) {
    this.#root = resolve(root);
    this.#sync = sync;
  }

  area(name: string): BlobStore {
    if (!/^[a-z]{3,20}$/.test(name)) throw new Error('an area is named by three to twenty letters'); // two letters could equal a key folder
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

  /** Syncs the name of the folder in its parent, up to the root. Another process may have created the folder without syncing it yet. */
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

/** Bytes are synced before the rename. Otherwise a power failure can leave a finished name with missing bytes. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** The name is data of the folder. Windows cannot open folders and keeps the order of renames itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A unique name for a temporary file beside the store. */
export const temporaryName = (prefix: string): string => `${prefix}-${randomToken(12)}`;
