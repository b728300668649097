import { statfs } from 'node:fs/promises';
import { fail } from '../errors.ts';

/** The reserve: the database and deletions still work when uploads have filled the rest of the disk. */
const KEEP_FREE_BYTES = 256 * 1024 * 1024;
const KEEP_FREE_SHARE = 0.05;

/** Bytes between two checks of the free space: for a disk with much room, and for one that is nearly full. */
const STEP_MOST = 8 * 1024 * 1024;
const STEP_LEAST = 64 * 1024;
/** A writer uses at most this share of the free space before the next check, because other writers use it too. */
const STEP_SHARE = 1 / 16;

/** The disk of the data folder. Every writer of user data checks the free space here. */
export class Disk {
  readonly #folder: string;
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Free bytes above the reserve. At zero or less only the database may write. */
  async free(): Promise<number> {
    const { bavail, blocks, bsize } = await statfs(this.#folder);
    return bavail * bsize - Math.min(KEEP_FREE_BYTES, blocks * bsize * KEEP_FREE_SHARE);
  }

  /** Throws 507 when `bytes` would use the reserve. */
  async assertRoom(bytes: number): Promise<void> {
    if ((await this.free()) < bytes) throw fail.diskFull();
  }

  /** Bytes that a writer may add before its next check, at least `wanted`. Throws 507 when `wanted` would use the reserve. */
  async step(wanted: number): Promise<number> {
    const free = await this.free();
    if (free < wanted) throw fail.diskFull();
    return Math.max(wanted, STEP_LEAST, Math.min(STEP_MOST, free * STEP_SHARE));
  }
}
