import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPerson, theEnterprise } from '../src/testing/worlds/builders.ts';
import { startApp, type TestApp } from '../src/testing/servers/start-app.ts';
import { furnishOnce } from './furnish-once.ts';

let app: TestApp;
let said: string[];
let furnished: number;

beforeEach(async () => {
  app = await startApp({ works: false });
  said = [];
  furnished = 0;
});
afterEach(() => app.stop());

/** A start of the demo; `cut` interrupts it in the middle. */
const begin = (cut = false) =>
  furnishOnce(
    app,
    '滨江设计院',
    (line) => said.push(line),
    async () => {
      furnished += 1;
      await buildPerson(app);
      if (cut) throw new Error('the lamp went out');
      await buildPerson(app);
    },
  );
const enterpriseName = async () =>
  (await app.platform.db.pool.query('select name from enterprise where id = $1', [await theEnterprise(app)])).rows[0]
    .name;

it('an interrupted demo is reported at every later start, with the folder to remove, and not continued', async () => {
  await expect(begin(true)).rejects.toThrow('the lamp went out');
  expect(said).toEqual([]);
  await begin();
  await begin();
  expect(furnished).toBe(1);
  expect(said).toHaveLength(2);
  for (const line of said) {
    expect(line).toContain('incomplete');
    expect(line).toContain(resolve(app.platform.dataDir));
    expect(line).not.toContain('\n');
  }
});

it('a completed demo starts without a message', async () => {
  await begin();
  await begin();
  expect([furnished, said]).toEqual([1, []]);
  expect(await enterpriseName()).toBe('滨江设计院');
});

it('an enterprise with people is neither furnished nor reported as an interrupted demo', async () => {
  const before = await enterpriseName();
  await buildPerson(app);
  await begin();
  expect([furnished, said]).toEqual([0, []]);
  expect(await enterpriseName()).toBe(before);
});
