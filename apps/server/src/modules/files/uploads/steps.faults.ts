import { afterAll, beforeAll, expect, it } from 'vitest';
import { failEveryStep, stepBench } from '../../../testing/worlds/upload-steps.ts';

let bench: Awaited<ReturnType<typeof stepBench>>;
beforeAll(async () => {
  bench = await stepBench();
});
afterAll(() => bench.stop());

it('an upload whose finish dies after any statement leaves no row without bytes, and the next try completes it', async () => {
  const steps = await failEveryStep(bench, 'after');
  expect(steps).toBeGreaterThan(25); // a finish has many statements; fewer mean that the counter misses some
});
