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

it('adopt syncs every folder name on the path to the bytes, also of folders that another process created', async () => {
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
  expect(await adopt(store, 'one')).toEqual(way.slice(0, 1)); // the folders are known to be synced
  // Another process finds the folders, and cannot know whether they are synced.
  expect(await adopt(new DiskBlobStore(join(home, 'blobs'), sync), 'one')).toEqual(way);
});
