import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

export interface SmallDisk {
  /** Bytes in use by others than the program. */
  taken: number;
  /** The least room above the reserve that any check of the disk found. */
  readonly lowest: () => number;
  /** Room above the reserve now. */
  free(): Promise<number>;
  remove(): void;
}

const BLOCK = 4096;

/** Simulates for this process a disk of `total` bytes with only uploads and stored files on it. The reserve is 5 %. */
export function smallDisk(dataDir: string, total: number): SmallDisk {
  const table = fsPromises as unknown as Record<string, unknown>;
  const original = fsPromises.statfs;
  let lowest = Infinity;
  const free = async (): Promise<number> => total * 0.95 - disk.taken - (await used(dataDir));
  const disk: SmallDisk = {
    taken: 0,
    lowest: () => lowest,
    free,
    remove() {
      table.statfs = original;
      syncBuiltinESMExports();
    },
  };
  table.statfs = async () => {
    const left = await free();
    lowest = Math.min(lowest, left);
    const bavail = Math.max(0, Math.floor((left + total * 0.05) / BLOCK));
    return { bsize: BLOCK, blocks: total / BLOCK, bavail };
  };
  syncBuiltinESMExports();
  return disk;
}

async function used(dataDir: string): Promise<number> {
  let bytes = 0;
  for (const folder of ['uploads', 'blobs'])
    for (const name of await fsPromises.readdir(join(dataDir, folder), { recursive: true }).catch(() => []))
      bytes += await sizeOf(join(dataDir, folder, name));
  return bytes;
}

const sizeOf = async (path: string): Promise<number> => {
  const found = await fsPromises.stat(path).catch(() => null); // removed between readdir and stat
  return found?.isFile() ? found.size : 0;
};
