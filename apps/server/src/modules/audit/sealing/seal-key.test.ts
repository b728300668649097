import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sealKey } from './seal-key.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prdm-key-'));
  await mkdir(join(dataDir, 'audit'));
});
afterEach(() => rm(dataDir, { recursive: true }));

it('several processes that start at once get one key, and one of them made it', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => sealKey(dataDir, undefined)));
  expect(new Set(keys.map(({ key }) => key.toString('hex'))).size).toBe(1);
  expect(keys.filter(({ isNew }) => isNew)).toHaveLength(1);
});

it('a key file that exists but cannot be read ends the wait with its name', { timeout: 10_000 }, async () => {
  await symlink(join(dataDir, 'gone'), join(dataDir, 'audit', 'key'));
  await expect(sealKey(dataDir, undefined)).rejects.toThrow(join(dataDir, 'audit', 'key'));
});

it('a file that holds no key is refused', async () => {
  await writeFile(join(dataDir, 'audit', 'key'), 'nothing');
  await expect(sealKey(dataDir, undefined)).rejects.toThrow('is no key of the action log');
});
