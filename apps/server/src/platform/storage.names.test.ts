import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskBlobStore } from './storage.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'prdm-names-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

it('before the answer every name on the way to the bytes is on the disk, also those of folders that others made', async () => {
  const synced: string[] = [];
  const sync = (folder: string): Promise<void> => {
    synced.push(relative(home, folder));
    return Promise.resolve();
  };
  const adopt = async (store: DiskBlobStore, content: string): Promise<string[]> => {
    synced.length = 0;
    const path = join(home, 'incoming');
    await writeFile(path, content);
    await store.adopt(path, createHash('sha256').update(content).digest('hex'));
    return [...synced];
  };
  const hash = createHash('sha256').update('one').digest('hex');
  const [outer, inner] = [hash.slice(0, 2), hash.slice(2, 4)];
  const way = [`blobs/${outer}/${inner}`, `blobs/${outer}`, 'blobs', ''];
  const store = new DiskBlobStore(join(home, 'blobs'), sync);
  expect(await adopt(store, 'one')).toEqual(way);
  expect(await adopt(store, 'one')).toEqual(way.slice(0, 1)); // known to be there
  // Another process finds the folders made and cannot know whether their maker got any further.
  expect(await adopt(new DiskBlobStore(join(home, 'blobs'), sync), 'one')).toEqual(way);
});
