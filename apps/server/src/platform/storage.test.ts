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

describe('the store of bytes', () => {
  it('takes a finished file over, gives it back whole and in parts, and lets it go', async () => {
    const key = await put(store, 'hello world');
    expect(await store.size(key)).toBe(11);
    expect(await text(store.read(key))).toBe('hello world');
    expect(await text(store.read(key, { start: 6, end: 8 }))).toBe('wor');
    await store.delete(key);
    await store.delete(key);
    expect(await store.size(key)).toBeNull();
  });

  it('keeps equal content once, and in areas once each: what one area lets go the others keep', async () => {
    const area = store.area('models');
    const key = await put(store, 'same');
    expect(await put(store, 'same')).toBe(key);
    expect(await put(area, 'same')).toBe(key);
    expect(area.localPath(key)).not.toBe(store.localPath(key));
    await store.delete(key);
    expect(await area.size(key)).toBe(4);
  });

  it('knows no key that could lead out of it', () => {
    for (const key of ['../x', 'A'.repeat(64), '', `${'a'.repeat(63)}/`]) expect(() => store.localPath(key)).toThrow();
    for (const name of ['', 'ab', '../x', 'a/b/c', 'Models']) expect(() => store.area(name)).toThrow();
  });
});
