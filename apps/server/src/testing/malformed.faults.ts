import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendMalformed } from './malformed.ts';
import { startApp, type TestApp } from './servers/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

it(
  '10,000 malformed calls over every route: no 5xx, no answer later than 5 s, heap under 50 MB more',
  { timeout: 300_000 },
  async () => {
    await sendMalformed(app, 500, 1);
    if (!global.gc) throw new Error('run with --expose-gc: what waits for the collector is not held');
    global.gc();
    const before = process.memoryUsage().heapUsed;
    const seed = Date.now() % 1_000_000;
    const verdict = await sendMalformed(app, 10_000, seed);
    global.gc();
    const grown = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
    expect({ seed, bad: verdict.bad.slice(0, 10) }).toEqual({ seed, bad: [] });
    expect(grown).toBeLessThan(50);
  },
);
