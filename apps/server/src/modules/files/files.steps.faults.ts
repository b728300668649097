import { afterAll, beforeAll, expect, it } from 'vitest';
import { failEveryStep, stepBench } from '../../testing/upload-steps.ts';

let bench: Awaited<ReturnType<typeof stepBench>>;
beforeAll(async () => {
  bench = await stepBench();
});
afterAll(() => bench.stop());

it('finishing an upload that dies after any one of its steps leaves no row without bytes, and the next try ends it', async () => {
  const steps = await failEveryStep(bench, 'after');
  expect(steps).toBeGreaterThan(25); // a finish has many steps; fewer would mean that the counter sees none
});
