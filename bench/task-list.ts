import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { index } from '@prdm/contract/tasks';
import { buildApp } from '../apps/server/src/app.ts';
import { readEnv } from '../apps/server/src/env.ts';
import { createModules, limitsOf } from '../apps/server/src/modules.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';
import type { CapturedCall, Share } from './bare-list-server.ts';
import { capture, packed, type Statement } from './support/capture.ts';
import { contest, report, type Contestant } from './support/contest.ts';
import { withInstitute, type Institute } from './support/institute.ts';
import type { BenchOptions } from './support/options.ts';

const CALLERS = 64;
const ROUNDS = 3;
const LIST_SIZE = 50;
/**
 * Three filters and a sort. One of three priorities and three of six states leave some 190 of a project's 1,000 tasks.
 */
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
 * A project's task list among 200,000 tasks in 200 projects, with 16 connections and 64 callers in 64 projects. The
 * real server process runs against bare node:http + pg with the statements captured from the server. The target: p95
 * at most 1.5 times that of the bare one.
 */
export async function taskListBench(options: BenchOptions): Promise<void> {
  await withInstitute(options.data, async (institute) => {
    const calls = await prepare(institute);
    say(
      `${institute.filled.tasks} tasks; one call sends ${calls[0]?.statements.length} statements in ${wavesOf(calls)} waves`,
    );
    say(
      calls[0]?.statements
        .map(({ wave, part, text }) => `  ${wave} ${part.padEnd(8)} ${text.replaceAll(/\s+/g, ' ').slice(0, 110)}`)
        .join('\n') ?? '',
    );
    const file = join(institute.dataDir, 'calls.json');
    await writeFile(file, JSON.stringify(calls));

    const program = await institute.startProgram(
      options.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` } : {},
    );
    const bare = async (name: string, share: Share): Promise<Contestant> => ({
      name,
      ...(await institute.startBare('bare-list-server.ts', [file, share])),
    });
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
  });
}

const wavesOf = ([first]: readonly CapturedCall[]): number => new Set(first?.statements.map(({ wave }) => wave)).size;

/** Captures the server's statements for each call. */
async function prepare({ databaseUrl, dataDir, filled }: Institute): Promise<CapturedCall[]> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0' });
  const log = createLog(env.LOG_LEVEL);
  const platform = createPlatform({ databaseUrl, directUrl: databaseUrl, dataDir, clock: systemClock, log });
  const modules = createModules(platform, limitsOf(env));
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
    await ask(); // the first call of a session may do extra work
    const statements = await capture(ask);
    calls.push({ path, token, statements: complete(statements.map(named)) });
  }
  await app.close();
  await platform.db.close();
  return calls;
}

/** Throws on an unknown statement, which would silently reduce a contestant's work. */
function complete(statements: CapturedCall['statements']): CapturedCall['statements'] {
  const parts = statements.map(({ part }) => part);
  const once = (['session', 'list', 'count'] as const).every(
    (part) => parts.filter((one) => one === part).length === 1,
  );
  if (!once || parts.filter((part) => part === 'rights').length < 3)
    throw new Error(`the statements of the list are not recognised: ${parts.join(' ')}`);
  return statements;
}

/** The purpose of a statement, from the tables at its start. */
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
