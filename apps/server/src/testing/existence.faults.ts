import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASKED, askers } from './existence.ts';
import { buildMatrixWorld, type MatrixWorld } from './matrix/world.ts';
import { startApp, type TestApp } from './servers/start-app.ts';
import { comparePairs, sayCompared } from './timing.ts';

/** Safety S20: a hidden record and an unknown id answer equally fast. */
let app: TestApp;
let world: MatrixWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await buildMatrixWorld(app);
}, 180_000);
afterAll(() => app.stop());

const APART_MS = 5;

describe.each(ASKED)('%s of somebody else', (...asked) => {
  it('answers within 5 ms or a fifth of the time of one that does not exist: 300 pairs', async () => {
    const { there, nowhere } = askers(app, world, asked);
    const answers = new Set<string>();
    const compared = await comparePairs(
      300,
      async () => answers.add(await there()),
      async () => answers.add(await nowhere()),
    );
    sayCompared(asked[0], compared);
    expect(answers.size, [...answers].join('\n')).toBe(1);
    expect(compared.apart).toBeLessThan(Math.max(APART_MS, compared.fifth));
  });
});
