import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { counts, index, info } from '@prdm/contract/processes/review';
import { buildApp } from '../apps/server/src/app.ts';
import { readEnv } from '../apps/server/src/env.ts';
import { createModules, limitsOf } from '../apps/server/src/modules.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';
import type { CapturedCall } from './bare-list-server.ts';
import { capture, packed, unpacked } from './support/capture.ts';
import { contest, report } from './support/contest.ts';
import { fillReviews, type Reviewer } from './support/fill-reviews.ts';
import { withInstitute, type Institute } from './support/institute.ts';
import type { BenchOptions } from './support/options.ts';

const CALLERS = 64;
const ROUNDS = 3;
/** Tables that a plan must never read as a whole. */
const LARGE = ['task', 'process', 'process_stage', 'process_assignment'];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The calls that the review desk sends, each with its addresses for one reviewer. */
const PARTS: Readonly<Record<string, (reviewer: Reviewer) => string[]>> = {
  'list (review/index, todo)': () => [`${index.path}?state=todo&size=50`],
  'list by due date': () => [`${index.path}?state=todo&size=50&sort=due`],
  'counts (review/counts)': () => [counts.path],
  'review (review/info)': ({ processIds }) => processIds.slice(0, 4).map((id) => `${info.path}?id=${id}`),
};

/**
 * The review desk among 200,000 tasks and 60,000 running reviews, with 16 connections and 64 reviewers. The real server
 * process runs against bare node:http + pg with the statements captured from the server. It prints the ratios of p95 and
 * every plan that reads a large table as a whole.
 */
export async function reviewListBench(options: BenchOptions): Promise<void> {
  await withInstitute(
    options.data,
    async (institute) => {
      const tokens = institute.filled.callers.slice(0, CALLERS).map(({ token }) => token);
      const { running, reviewers } = await fillReviews(institute.databaseUrl, tokens);
      say(`${institute.filled.tasks} tasks, ${running} running reviews, ${reviewers.length} reviewers`);
      const calls = await prepare(institute, reviewers);
      await judgePlans(institute.databaseUrl, calls);
      const file = join(institute.dataDir, 'review-calls.json');
      await writeFile(file, JSON.stringify([...calls.values()].flat()));
      const program = await institute.startProgram(
        options.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` } : {},
      );
      const bare = await institute.startBare('bare-list-server.ts', [file, 'all']);
      for (const [part, asked] of calls) {
        say(`\n${part}: ${asked[0]?.statements.length} statements`);
        const contestants = [
          { name: 'PRDM', address: program.address, pid: program.pid },
          { name: 'bare node:http + pg, all statements of the call', ...bare },
        ];
        say(report(await contest(contestants, asked, { seconds: options.seconds, rounds: ROUNDS })));
      }
    },
    options.tasks,
  );
}

/** Captures the server's statements for each call. */
async function prepare(
  { databaseUrl, dataDir }: Institute,
  reviewers: readonly Reviewer[],
): Promise<Map<string, CapturedCall[]>> {
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0' });
  const log = createLog(env.LOG_LEVEL);
  const platform = createPlatform({ databaseUrl, directUrl: databaseUrl, dataDir, clock: systemClock, log });
  const app = await buildApp(platform, createModules(platform, limitsOf(env)), env);
  const calls = new Map<string, CapturedCall[]>();
  for (const [part, addressesOf] of Object.entries(PARTS)) {
    const asked: CapturedCall[] = [];
    for (const reviewer of reviewers)
      for (const path of addressesOf(reviewer)) {
        const ask = async (): Promise<void> => {
          const answer = await app.inject({ method: 'GET', url: path, headers: { 'x-token': reviewer.token } });
          if (answer.json<{ code: number }>().code !== 0) throw new Error(`${path}: ${answer.body.slice(0, 300)}`);
        };
        await ask(); // the first call of a session may do extra work
        const statements = await capture(ask);
        // The bare server answers the rows of the statements named list.
        const named = statements.map((one) => {
          const text = one.text.replaceAll(/["\s]+/g, ' ').toLowerCase();
          const isList = /from process(_assignment)?\b/.test(text) && /\blimit\b/.test(text);
          return { ...one, values: one.values.map(packed), part: isList ? ('list' as const) : ('beside' as const) };
        });
        asked.push({ path, token: reviewer.token, statements: named });
      }
    calls.set(part, asked);
  }
  await app.close();
  await platform.db.close();
  return calls;
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Explains the statements of the first caller of each call. A sequential scan of a large table fails the bench. */
async function judgePlans(databaseUrl: string, calls: ReadonlyMap<string, readonly CapturedCall[]>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  let judged = 0;
  for (const [part, [first]] of calls)
    for (const { text, values } of first?.statements ?? []) {
      if (!/^\s*(select|with|\()/i.test(text)) continue;
      const { rows } = await client.query(`explain (format json) ${text}`, values.map(unpacked));
      const [first] = rows as { 'QUERY PLAN': [{ Plan: Plan }] }[];
      if (!first) throw new Error('a statement has no plan');
      const [{ Plan: plan }] = first['QUERY PLAN'];
      judged += 1;
      const scanned = nodesOf(plan).filter(
        (node) => node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''),
      );
      if (scanned.length === 0) continue;
      process.exitCode = 1;
      say(
        `SEQUENTIAL SCAN of ${scanned.map((node) => node['Relation Name']).join(', ')} in ${part}: ${text.slice(0, 300)}`,
      );
    }
  await client.end();
  say(`${judged} plans judged`);
}
