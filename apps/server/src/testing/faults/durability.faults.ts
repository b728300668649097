import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from '../../platform/embedded/index.ts';
import { signInTo, startProgram, type Program } from '../servers/program.ts';
import { compare, databasePid, Writers } from './acknowledged-writes.ts';

const PASSWORD = 'Weng-7-admin';
let dataDir: string;
let program: Program | null = null;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prdm-faults-'));
});
afterAll(async () => {
  await program?.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

const start = (): Promise<Program> => startProgram({ env: { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD } });

it(
  '20 x kill -9 of the program under 16 writers: no acknowledged write is lost, and each stands whole',
  { timeout: 300_000 },
  async () => {
    program = await start();
    let target: { address: string; token: string } | null = {
      address: program.address,
      token: await signInTo(program.address, 'admin', PASSWORD),
    };
    const writers = new Writers(() => target, 16);
    for (let round = 0; round < 20; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 600));
      target = null;
      await program.kill('SIGKILL');
      program = await start();
      target = { address: program.address, token: await signInTo(program.address, 'admin', PASSWORD) };
    }
    await writers.stop();
    const database = await startEmbedded({ dataDir, log: () => undefined });
    const result = await compare(database.url, writers.acknowledged);
    await database.stop();
    console.log(`${writers.acknowledged.size} acknowledged writes, ${result.rows} rows`);
    // A slow machine writes less. The result means nothing when almost nothing was written.
    expect(writers.acknowledged.size).toBeGreaterThan(200);
    expect({ lost: result.lost, unlike: result.unlike }).toEqual({ lost: [], unlike: [] });
  },
);

it(
  '10 x immediate stop of the database under 16 writers: nothing acknowledged is lost, each stands whole, the program lives on',
  { timeout: 300_000 },
  async () => {
    program ??= await start();
    const target = { address: program.address, token: await signInTo(program.address, 'admin', PASSWORD) };
    const writers = new Writers(() => target, 16);
    for (let round = 0; round < 10; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      process.kill(await databasePid(dataDir), 'SIGQUIT');
    }
    await new Promise((resolve) => setTimeout(resolve, 4000));
    await writers.stop();
    const again = await startEmbedded({ dataDir, log: () => undefined });
    const result = await compare(again.url, writers.acknowledged);
    await again.stop();
    console.log(`${writers.acknowledged.size} acknowledged writes, ${writers.refused.length} refused`);
    expect(writers.acknowledged.size).toBeGreaterThan(200);
    expect({ lost: result.lost, unlike: result.unlike }).toEqual({ lost: [], unlike: [] });
    expect([...new Set(writers.refused.map((line) => line.slice(0, 3)))].every((status) => status === '503')).toBe(
      true,
    );
  },
);
