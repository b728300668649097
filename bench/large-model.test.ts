import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeLargeModel } from './large-model.ts';

it('streams a model of the given size, the same for the same seed', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'large-model-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [one, two] = [path.join(folder, 'one.ifc'), path.join(folder, 'two.ifc')];
  const made = await writeLargeModel(one, 3_000_000, 'seed');
  await writeLargeModel(two, 3_000_000, 'seed');
  expect(made.bytes).toBe((await stat(one)).size);
  expect(made.bytes).toBeGreaterThanOrEqual(3_000_000);
  expect(made.bytes).toBeLessThan(5_000_000);
  const text = await readFile(one, 'utf8');
  expect(text.trimEnd().endsWith('END-ISO-10303-21;')).toBe(true);
  expect(text.split('=IFCBUILDINGSTOREY(').length - 1).toBe(made.storeys);
  expect(text).toBe(await readFile(two, 'utf8'));
});
