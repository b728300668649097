import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loginHistory } from '@prdm/contract/identity';
import { startEmbedded } from '../../platform/embedded/index.ts';
import { callProgram, signInTo, startProgram, type Program } from '../servers/program.ts';
import { databasePid } from './acknowledged-writes.ts';

const PASSWORD = 'Weng-7-admin';
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'prdm-outage-'));
  undo.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function program(env: Record<string, string>): Promise<Program> {
  const started = await startProgram({ env: { ...env, ADMIN_PASSWORD: PASSWORD } });
  undo.push(() => started.kill('SIGTERM'));
  return started;
}

interface Answer {
  readonly at: number;
  readonly status: number;
  readonly ms: number;
}

/** Eight callers without a pause, until `stop`. A call without an answer counts as status 0. */
async function load(address: string): Promise<{ stop(): Promise<Answer[]> }> {
  const token = await signInTo(address, 'admin', PASSWORD);
  const answers: Answer[] = [];
  let running = true;
  const callers = Array.from({ length: 8 }, async () => {
    while (running) {
      const from = Date.now();
      const status = await callProgram(address, loginHistory, {}, token).then(
        (answer) => answer.status,
        () => 0,
      );
      answers.push({ at: Date.now(), status, ms: Date.now() - from });
      if (status !== 200) await sleep(20);
    }
  });
  return {
    async stop() {
      running = false;
      await Promise.all(callers);
      return answers;
    },
  };
}

/** A proxy to a local port. Closing it cuts all connections; it opens again on the same port. */
async function openRoad(to: number): Promise<{ readonly port: number; open(): Promise<void>; close(): Promise<void> }> {
  const travellers = new Set<Socket>();
  const gate = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      travellers.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        travellers.delete(one);
        other.destroy();
      });
    }
  });
  const listen = (port: number): Promise<void> => new Promise((done) => gate.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = gate.address() as AddressInfo;
  return {
    port,
    open: () => listen(port),
    close: () =>
      new Promise((done) => {
        gate.close(() => done());
        for (const one of travellers) one.destroy();
      }),
  };
}

/** Only 200 and 503, each within 6 s, and no refusal after `calmFrom`. */
function judge(answers: readonly Answer[], calmFrom: number): void {
  const refused = answers.filter(({ status }) => status !== 200);
  console.log(`${answers.length} answers, ${refused.length} of them refused`);
  expect(answers.length).toBeGreaterThan(100);
  expect([...new Set(refused.map(({ status }) => status))]).toEqual([503]);
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThanOrEqual(6000);
  expect(answers.some(({ at }) => at > calmFrom)).toBe(true);
  expect(refused.filter(({ at }) => at > calmFrom)).toEqual([]);
}

it(
  '3 fast restarts of the database under load: the program stays, only 503 in between, none once it is back',
  { timeout: 120_000 },
  async () => {
    const dataDir = await folder();
    const { address } = await program({ DATA_DIR: dataDir });
    const running = await load(address);
    for (let round = 0; round < 3; round += 1) {
      await sleep(2000);
      process.kill(await databasePid(dataDir), 'SIGINT');
    }
    await databasePid(dataDir); // waits until the server answers
    const back = Date.now();
    await sleep(8000);
    judge(await running.stop(), back + 2000);
  },
);

it(
  '30 s without the database: the program answers 503 all the while, and works 2 s after it is back',
  { timeout: 180_000 },
  async () => {
    const database = await startEmbedded({ dataDir: await folder(), log: () => undefined });
    undo.push(() => database.stop());
    // An embedded server restarts at once. The proxy keeps this one unreachable for as long as the test needs.
    const road = await openRoad(Number(new URL(database.url).port));
    undo.push(() => road.close());
    const url = new URL(database.url);
    url.port = String(road.port);
    const { address } = await program({ DATABASE_URL: url.href, DATA_DIR: await folder() });
    const running = await load(address);
    await sleep(2000);
    await road.close();
    await sleep(30_000);
    await road.open();
    const back = Date.now();
    await sleep(8000);
    judge(await running.stop(), back + 2000);
  },
);
