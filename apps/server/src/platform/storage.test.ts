import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskBlobStore, type BlobStore } from './storage.ts';

let folder: string;
let store: BlobStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prdm-store-'));
  store = new DiskBlobStore(join(folder, 'blobs'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function put(into: BlobStore, content: string): Promise<string> {
  const path = join(folder, 'incoming');
  await writeFile(path, content);
  const key = createHash('sha256').update(content).digest('hex');
  await into.adopt(path, key);
  expect(existsSync(path)).toBe(false);
  return key;
}

describe('the blob store', () => {
  it('adopts a finished file, reads it whole and in parts, and deletes it', async () => {
    const key = await put(store, 'hello world');
    expect(await store.size(key)).toBe(11);
    expect(await text(store.read(key))).toBe('hello world');
    expect(await text(store.read(key, { start: 6, end: 8 }))).toBe('wor');
    await store.delete(key);
    await store.delete(key);
    expect(await store.size(key)).toBeNull();
  });

  it('keeps equal content once per area: a delete in one area does not affect the others', async () => {
    const area = store.area('models');
    const key = await put(store, 'same');
    expect(await put(store, 'same')).toBe(key);
    expect(await put(area, 'same')).toBe(key);
    expect(area.localPath(key)).not.toBe(store.localPath(key));
    await store.delete(key);
    expect(await area.size(key)).toBe(4);
  });

  it('refuses a key that could lead out of its folder', () => {
    for (const key of ['../x', 'A'.repeat(64), '', `${'a'.repeat(63)}/`]) expect(() => store.localPath(key)).toThrow();
    for (const name of ['', 'ab', '../x', 'a/b/c', 'Models']) expect(() => store.area(name)).toThrow();
  });
});
