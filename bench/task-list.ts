import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { index } from '@prdm/contract/tasks';
import { buildApp } from '../apps/server/src/app.ts';
import { readEnv } from '../apps/server/src/env.ts';
import { firstStart } from '../apps/server/src/first-start.ts';
import { createModules } from '../apps/server/src/modules.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { startEmbedded } from '../apps/server/src/platform/embedded/index.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';
import { startProgram } from '../apps/server/src/testing/program.ts';
import type { CapturedCall, Share } from './bare-list-server.ts';
import { capture, packed, type Statement } from './support/capture.ts';
import { contest, report, type Contestant } from './support/contest.ts';
import { fillTasks, type Filled } from './support/fill-tasks.ts';

const CALLERS = 64;
const ROUNDS = 3;
const LIST_SIZE = 50;
/** Three filters and a sort; the priority is one of three, the states are three of six, so some 190 of a project's 1,000 tasks are left. */
const asked = (stageId: number): Record<string, string> => ({
  stage_id: String(stageId),
  priority: 'normal',
  status: JSON.stringify(['unprocessed', 'in_progress', 'under_review']),
  sort: 'deadline',
  order: 'asc',
  size: String(LIST_SIZE),
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * A project's task list among 200,000 tasks in 200 projects, 16 connections, 64 callers in 64 projects: our real server process against bare
 * node:http + pg sending the statements captured from our own server. The bar: p95 at most 1.5 times that of the bare one.
 */
export async function taskListBench(options: { seconds: number; profile: string | null }): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prdm-bench-'));
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const children: { stop(): Promise<void> }[] = [];
  try {
    const { filled, calls } = await prepare(embedded.url, dataDir);
    say(`${filled.tasks} tasks; one call sends ${calls[0]?.statements.length} statements in ${wavesOf(calls)} waves`);
    say(
      calls[0]?.statements
        .map(({ wave, part, text }) => `  ${wave} ${part.padEnd(8)} ${text.replaceAll(/\s+/g, ' ').slice(0, 110)}`)
        .join('\n') ?? '',
    );
    const file = join(dataDir, 'calls.json');
    await writeFile(file, JSON.stringify(calls));

    const program = await startProgram({
      env: {
        DATABASE_URL: embedded.url,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        ...(options.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` } : {}),
      },
    });
    children.push({ stop: () => program.kill('SIGTERM') });
    const bare = async (name: string, share: Share): Promise<Contestant> => {
      const started = await startBare(embedded.url, file, share);
      children.push(started);
      return { name, address: started.address, pid: started.pid };
    };
    const figures = await contest(
      [
        { name: 'PRDM', address: program.address, pid: program.pid },
        await bare('bare node:http + pg, all statements of the call', 'all'),
        await bare('bare, without names and reviews beside the rows', 'core'),
        await bare('bare, the list statement alone', 'list'),
      ],
      calls,
      { seconds: options.seconds, rounds: ROUNDS },
    );
    say(report(figures));
  } finally {
    for (const child of children) await child.stop();
    // The database is a process of its own that nobody's event loop waits for: without this ours would end before its end is known.
    const alive = setInterval(() => undefined, 1000);
    await embedded.stop();
    clearInterval(alive);
    await rm(dataDir, { recursive: true, force: true });
  }
}

const wavesOf = ([first]: readonly CapturedCall[]): number => new Set(first?.statements.map(({ wave }) => wave)).size;

/** Migrates and fills the database and captures what our own server sends for each call. */
async function prepare(databaseUrl: string, dataDir: string): Promise<{ filled: Filled; calls: CapturedCall[] }> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0', ADMIN_PASSWORD: 'Bench-2026' });
  const log = createLog(env.LOG_LEVEL);
  const platform = createPlatform({ databaseUrl, directUrl: databaseUrl, dataDir, clock: systemClock, log });
  await migrate(platform.db.kysely);
  const modules = createModules(platform, { modelTimeoutMs: env.MODEL_TIMEOUT_MS, modelMaxBytes: env.MODEL_MAX_BYTES });
  await firstStart(platform, modules, env);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const began = Date.now();
  const filled = await fillTasks(client);
  await client.end();
  say(`filled in ${((Date.now() - began) / 1000).toFixed(1)} s`);

  const app = await buildApp(platform, modules, env);
  const calls: CapturedCall[] = [];
  for (const { token, projectId } of filled.callers.slice(0, CALLERS)) {
    const path = `${index.path}?${new URLSearchParams({ project_id: String(projectId), ...asked(filled.stageId) }).toString()}`;
    const ask = async (): Promise<void> => {
      const answer = await app.inject({ method: 'GET', url: path, headers: { 'x-token': token } });
      const { code, data } = answer.json<{ code: number; data: { list: unknown[]; total: number } }>();
      if (code !== 0 || data.list.length !== LIST_SIZE)
        throw new Error(`the list of ${path} is not as expected: ${answer.body.slice(0, 300)}`);
    };
    await ask(); // the first call of a session may do more than the following ones
    const statements = await capture(ask);
    calls.push({ path, token, statements: complete(statements.map(named)) });
  }
  await app.close();
  await platform.db.close();
  return { filled, calls };
}

/** A statement that is no longer recognised would make a contestant's work lighter without anybody noticing. */
function complete(statements: CapturedCall['statements']): CapturedCall['statements'] {
  const parts = statements.map(({ part }) => part);
  const once = (['session', 'list', 'count'] as const).every(
    (part) => parts.filter((one) => one === part).length === 1,
  );
  if (!once || parts.filter((part) => part === 'rights').length < 3)
    throw new Error(`the statements of the list are not recognised: ${parts.join(' ')}`);
  return statements;
}

/** What a statement is for, told by the tables it begins at. */
function named(statement: Statement): CapturedCall['statements'][number] {
  const text = statement.text.replaceAll(/["\s]+/g, ' ').toLowerCase();
  const part = /from task\b.*limit/.test(text)
    ? /count\(\*\)/.test(text)
      ? 'count'
      : 'list'
    : /from session|from account as a join session/.test(text)
      ? 'session'
      : /role_holder|from project_member|from role\b|from project where|from project as/.test(text) &&
          statement.wave <= 3
        ? 'rights'
        : 'beside';
  return { ...statement, values: statement.values.map(packed), part };
}

async function startBare(
  url: string,
  file: string,
  share: Share,
): Promise<{ address: string; pid: number; stop(): Promise<void> }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [new URL('bare-list-server.ts', import.meta.url).pathname, url, file, share],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(child.stdout ?? process.stdin, 'data')) as [Buffer];
  const address = /http:\S+/.exec(line.toString())?.[0];
  if (address === undefined) throw new Error(`the bare server said: ${line.toString()}`);
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
