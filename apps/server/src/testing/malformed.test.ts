import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '@prdm/contract/identity';
import { sendMalformed } from './malformed.ts';
import { startApp, type TestApp } from './servers/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/* malformed.faults.ts holds the long form (10,000). A failure prints its seed: keep the request as a separate case. */
it(
  '1,500 malformed calls over every route: no 5xx, no answer later than 5 s, the program survives',
  { timeout: 240_000 },
  async () => {
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
    const verdict = await sendMalformed(app, 1500, seed);
    expect(verdict.sent).toBe(1500);
    expect({ seed, bad: verdict.bad.slice(0, 5) }).toEqual({ seed, bad: [] });
    expect((await app.call(check, {})).code).toBe(0);
  },
);
