import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { readEnv } from '../../apps/server/src/env.ts';
import { firstStart } from '../../apps/server/src/first-start.ts';
import { createModules, limitsOf } from '../../apps/server/src/modules.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { startEmbedded } from '../../apps/server/src/platform/embedded/index.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { createPlatform } from '../../apps/server/src/platform/platform.ts';
import { startProgram } from '../../apps/server/src/testing/servers/program.ts';
import { fillTasks, type Filled } from './fill-tasks.ts';
import { startBareServer, type BareServer } from './bare-server.ts';

/** The parts that a contestant or a program under measurement needs. */
export interface Institute {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly filled: Filled;
  /** Starts our own program as a process. `NODE_OPTIONS` and the like come in `env`. */
  startProgram(env?: Record<string, string>): Promise<BareServer>;
  /** Starts `bench/<file>` as a process that prints its address. */
  startBare(file: string, args: readonly string[]): Promise<BareServer>;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs `work` on an institute of `tasks` tasks in a database of its own and stops every process afterwards. A named `folder` keeps the data: the
 * next run with it skips the filling. Without a name the data is deleted.
 */
export async function withInstitute(
  folder: string | null,
  work: (institute: Institute) => Promise<void>,
  tasks = 200_000,
): Promise<void> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'prdm-bench-')));
  await mkdir(dataDir, { recursive: true });
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const children: BareServer[] = [];
  const started = (child: BareServer): BareServer => {
    children.push(child);
    return child;
  };
  try {
    await work({
      databaseUrl: embedded.url,
      dataDir,
      filled: await filledOnce(embedded.url, dataDir, tasks),
      async startProgram(env = {}) {
        const options = [...(await serverFlags()), env.NODE_OPTIONS ?? ''].join(' ');
        const program = await startProgram({
          env: { DATABASE_URL: embedded.url, DATA_DIR: dataDir, ...env, NODE_OPTIONS: options },
        });
        return started({ address: program.address, pid: program.pid, stop: () => program.kill('SIGTERM') });
      },
      startBare: async (file, args) => started(await startBareServer(file, [embedded.url, ...args])),
    });
  } finally {
    for (const child of children) await child.stop();
    // The database is a process that the event loop does not wait for. Without the timer this process ends before the database has stopped.
    const alive = setInterval(() => undefined, 1000);
    await embedded.stop();
    clearInterval(alive);
    if (folder === null) await rm(dataDir, { recursive: true, force: true });
  }
}

/** The flags that `npm start` gives the server. */
async function serverFlags(): Promise<readonly string[]> {
  const file = new URL('../../tools/bootstrap/server-flags.mjs', import.meta.url).href;
  const { SERVER_FLAGS } = (await import(file)) as { SERVER_FLAGS: readonly string[] };
  return SERVER_FLAGS;
}

/** Migrates the database and fills it, unless an earlier run has. */
async function filledOnce(databaseUrl: string, dataDir: string, tasks: number): Promise<Filled> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', ADMIN_PASSWORD: 'Bench-2026' });
  const log = createLog(env.LOG_LEVEL);
  const platform = createPlatform({ databaseUrl, directUrl: databaseUrl, dataDir, clock: systemClock, log });
  await migrate(platform.db.kysely);
  const noted = join(dataDir, 'filled.json');
  if (existsSync(noted)) {
    await platform.db.close();
    return JSON.parse(await readFile(noted, 'utf8')) as Filled;
  }
  await firstStart(platform, createModules(platform, limitsOf(env)), env);
  await platform.db.close();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const began = Date.now();
  const filled = await fillTasks(client, tasks);
  await client.end();
  say(`filled in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  await writeFile(noted, JSON.stringify(filled));
  return filled;
}
