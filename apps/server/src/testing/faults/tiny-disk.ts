import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CHUNK = Buffer.alloc(1 << 20, 1);

export interface TinyDisk {
  readonly path: string;
  /** Free bytes as the system reports them. */
  left(): Promise<number>;
  /** Fills the disk until this number of bytes is free. */
  fill(left: number): Promise<void>;
  /** Removes the filling. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * A disk in memory of this size, or the reason why this machine cannot mount one (it needs root and the right to
 * mount).
 */
export async function tinyDisk(bytes: number): Promise<TinyDisk | string> {
  const path = await mkdtemp(join(tmpdir(), 'prdm-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=755`, 'tmpfs', path]);
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    return `no tmpfs can be mounted here: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
  const filling = join(path, 'filling');
  const left = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  };
  return {
    path,
    left,
    async fill(wanted) {
      const file = await open(filling, 'a');
      try {
        for (let more = (await left()) - wanted; more > 0; more = (await left()) - wanted)
          await file.appendFile(CHUNK.subarray(0, Math.min(CHUNK.length, more)));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error; // full, as intended
      } finally {
        await file.close();
      }
    },
    clear: () => rm(filling, { force: true }),
    async remove() {
      await run('umount', ['-l', path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}
