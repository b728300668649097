import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loginHistory } from '@prdm/contract/identity';
import { startEmbedded } from '../../platform/embedded/index.ts';
import { callProgram, signInTo, startProgram, type Program } from '../program.ts';

const PASSWORD = 'Weng-7-admin';
let dataDir: string;
let program: Program;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prdm-outage-'));
  program = await startProgram({ env: { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD } });
}, 60_000);
afterAll(async () => {
  await program.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

it(
  '3 fast restarts of the database under load: the program stays, only 503 in between, none 2 s after',
  { timeout: 120_000 },
  async () => {
    const token = await signInTo(program.address, 'admin', PASSWORD);
    const answers: { at: number; status: number; ms: number }[] = [];
    let running = true;
    const load = Array.from({ length: 8 }, async () => {
      while (running) {
        const from = Date.now();
        const { status } = await callProgram(program.address, loginHistory, {}, token);
        answers.push({ at: Date.now(), status, ms: Date.now() - from });
      }
    });
    const database = await startEmbedded({ dataDir, log: () => undefined });
    let lastStop = 0;
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      const pid = Number((await readFile(join(database.dir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(pid, 'SIGINT');
      lastStop = Date.now();
    }
    await new Promise((resolve) => setTimeout(resolve, 8000));
    running = false;
    await Promise.all(load);
    await database.stop();

    const bad = answers.filter(({ status }) => status >= 500);
    expect(new Set(bad.map(({ status }) => status)).size).toBeLessThanOrEqual(1);
    expect(bad.every(({ status }) => status === 503)).toBe(true);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThanOrEqual(6000);
    expect(bad.filter(({ at }) => at > lastStop + 4000)).toEqual([]);
    console.log(`${answers.length} answers, ${bad.length} of them 503`);
  },
);
