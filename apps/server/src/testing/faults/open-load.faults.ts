import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loginHistory } from '@prdm/contract/identity';
import { info } from '@prdm/contract/me';
import { callProgram, signInTo, startProgram } from '../servers/program.ts';

const PASSWORD = 'Weng-7-admin';
const CALLS = 300;
const ROUNDS = 4;
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Milliseconds of each call, one after the other. Every call must be answered with 200 and code 0. */
async function timesOf(address: string, token: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    const from = performance.now();
    const answer = await callProgram(address, n % 2 === 0 ? loginHistory : info, {}, token);
    times.push(performance.now() - from);
    expect([answer.status, answer.code]).toEqual([200, 0]);
  }
  return times;
}
const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Reported {
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Four senders without a pause in a separate process, so that the caller's own work does not count as the program's.
 */
async function send(address: string): Promise<() => Promise<Reported>> {
  const child: ChildProcess = fork(new URL('nested-senders.ts', import.meta.url), [address], { stdio: 'inherit' });
  undo.push(async () => child.kill('SIGKILL'));
  await once(child, 'message'); // the first answers have come
  return async () => {
    const reported = once(child, 'message');
    child.send('stop');
    const [answers] = (await reported) as [Reported];
    return answers;
  };
}

it(
  '4 senders of 1 MB nested JSON to public calls are refused, and other calls take at most twice their time',
  { timeout: 300_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'prdm-open-load-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const program = await startProgram({ env: { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD } });
    undo.push(() => program.kill('SIGTERM'));
    const token = await signInTo(program.address, 'admin', PASSWORD);
    await timesOf(program.address, token); // warm up
    const idle: number[] = [];
    const busy: number[] = [];
    const statuses: Record<string, number> = {};
    // Measurements alternate, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round += 1) {
      idle.push(p95(await timesOf(program.address, token)));
      const stop = await send(program.address);
      busy.push(p95(await timesOf(program.address, token)));
      for (const [status, count] of Object.entries((await stop()).statuses))
        statuses[status] = (statuses[status] ?? 0) + count;
    }
    console.log(
      `p95 idle ${idle.map((ms) => ms.toFixed(1)).join(' ')} ms, with senders ${busy.map((ms) => ms.toFixed(1)).join(' ')} ms; answers ${JSON.stringify(statuses)}`,
    );
    // 0: the connection closed while the rest was still being sent. 200: code 5, from the call that needs a session.
    expect(Object.keys(statuses).filter((status) => !['0', '200', '404', '413'].includes(status))).toEqual([]);
    expect(statuses[413]).toBeGreaterThan(20);
    expect(middle(busy)).toBeLessThanOrEqual(2 * middle(idle));
  },
);
