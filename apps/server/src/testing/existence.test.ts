import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASKED, askers } from './existence.ts';
import { buildMatrixWorld, type MatrixWorld } from './matrix/world.ts';
import { startApp, type TestApp } from './servers/start-app.ts';

/** Safety S20: a hidden record and an unknown id give identical answers. existence.faults.ts compares the times. */
let app: TestApp;
let world: MatrixWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await buildMatrixWorld(app);
}, 180_000);
afterAll(() => app.stop());

describe.each(ASKED)('%s of somebody else', (...asked) => {
  it('answers exactly like one that does not exist', async () => {
    const { there, nowhere } = askers(app, world, asked);
    const answers = [await there(), await nowhere(), await nowhere(), await there()];
    expect(new Set(answers).size, answers.join('\n')).toBe(1);
    expect(answers[0]).not.toContain('"code":0');
  });
});
