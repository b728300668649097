import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findBrowser, NoBrowser } from '../find-browser.ts';
import type { Choice } from './choice.ts';
import type { Counts } from './counts.ts';
import { judgeRunner, playwrightCounts, sum, vitestCounts } from './counts.ts';
import { ROOT } from './files.ts';
import { filesToRerun, countsAfterRerun } from './rerun.ts';
import { runProcess } from './run-process.ts';

const MINUTE_MS = 60_000;

export interface Run {
  /** Environment of all processes of the suite. */
  env: NodeJS.ProcessEnv;
  /** Folder for reports, removed after the run. */
  scratch: string;
  say: (line: string) => void;
  /** Milliseconds until the timeout of the whole run. */
  left(): number;
  /** The files to run, or null for all of them. */
  unitFiles: string[] | null;
  browserFiles: string[] | null;
}

export interface Stage {
  name: string;
  /** The name for `--only=`. */
  group: 'static' | 'unit' | 'browser' | 'faults';
  /**
   * A stage without files. The first shard runs it. A stage that prepares others runs in every shard, and the first
   * counts it.
   */
  whole?: 'once' | 'prepares';
  run(run: Run): Promise<Counts>;
}

/** A tool without its own count is one test that passes or fails. */
function tool(name: string, args: string[], limitMs = 5 * MINUTE_MS): (run: Run) => Promise<Counts> {
  return async (run) => {
    const limit = Math.min(limitMs, run.left());
    const { code, cutShort, seconds } = await runProcess(process.execPath, args, {
      cwd: ROOT,
      env: run.env,
      limitMs: limit,
    });
    const ok = code === 0 && cutShort === null;
    run.say(`${ok ? 'passed' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`);
    const why = cutShort ?? `exit code ${code}`;
    return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, notes: ok ? [] : [`${name}: ${why}`] };
  };
}

const STATIC_TOOLS = [
  tool('types of server and packages', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit']),
  tool('types of the web client', ['node_modules/typescript/bin/tsc', '-p', 'apps/web/tsconfig.json', '--noEmit']),
  tool('oxlint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--quiet']),
  tool('oxfmt', ['node_modules/oxfmt/bin/oxfmt', '--check']),
  tool('import rules', ['tools/import-rules.ts']),
  tool('texts in all languages', ['tools/locales-check.ts']),
  tool('summaries of calls', ['tools/summaries-check.ts']),
  tool('language of comments, documents and commits', ['tools/language-check.ts']),
];

async function runStatic(run: Run): Promise<Counts> {
  const all: Counts[] = [];
  for (const check of STATIC_TOOLS) all.push(await check(run));
  return sum(all);
}

/** The build runs inside the suite: a failed build is one failed test among the others. */
const buildWeb = tool('the web client builds', ['tools/bootstrap.mjs', 'build', '--if-stale'], 8 * MINUTE_MS);

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, notes: [] };

function vitest(
  name: string,
  config: string,
  limitMs: number,
  chosen: (run: Run) => string[] | null = () => null,
  repeats = false,
): (run: Run) => Promise<Counts> {
  return async (run) => {
    const files = chosen(run);
    if (files?.length === 0) return NOTHING;
    const once = async (report: string, names: string[]) => {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...reporters, ...names];
      return runProcess(process.execPath, args, { cwd: ROOT, env: run.env, limitMs: Math.min(limitMs, run.left()) });
    };
    const report = join(run.scratch, `${name}.json`);
    const names = (files ?? []).map((file) => join(ROOT, file));
    const { code, cutShort } = await once(report, names);
    const counts = judgeRunner(name, code, report, vitestCounts);
    if (cutShort) return sum([counts, { passed: 0, failed: 1, skipped: 0, notes: [`${name}: ${cutShort}`] }]);
    const failed = counts.failed > 0 && repeats && existsSync(report) ? filesToRerun(readFileSync(report, 'utf8')) : [];
    if (failed.length === 0) return counts;
    run.say(`\n== ${name}: ${failed.length} file(s) with failed tests run once more`);
    const again = join(run.scratch, `${name}-again.json`);
    const { code: secondCode } = await once(again, failed);
    const second = judgeRunner(name, secondCode, again, vitestCounts);
    // A second run without a readable report proves nothing: the first result stands.
    if (second.passed + second.failed === 0 || !existsSync(again)) return sum([counts, second]);
    const { failed: stillFailed, notes } = second;
    return {
      ...countsAfterRerun(readFileSync(report, 'utf8'), readFileSync(again, 'utf8'), ROOT),
      failed: stillFailed,
      notes,
    };
  };
}

/**
 * The tests themselves run among the others. This second, short run counts as one test: it checks that every branch is
 * covered.
 */
const rightsCovered = tool(
  'the tests of packages/access walk every branch',
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.access.config.ts'],
  MINUTE_MS,
);

const runUnit = vitest('unit', 'vitest.config.ts', 60 * MINUTE_MS, (run) => run.unitFiles, true);

async function runUnitAndSay(run: Run): Promise<Counts> {
  const counts = await runUnit(run);
  if (!run.env.MODEL_CORPUS) run.say('MODEL_CORPUS is not set: the models of a corpus were not run');
  return counts;
}

/** Playwright takes patterns; this one matches a single file. */
const patternOf = (file: string): string => `/${basename(file).replaceAll('.', String.raw`\.`)}$`;

async function runBrowser(run: Run): Promise<Counts> {
  if (run.browserFiles?.length === 0) return NOTHING;
  let browser: string;
  try {
    const found = await findBrowser({ install: true, say: run.say });
    run.say(`browser: ${found.path}`);
    browser = found.path;
  } catch (error) {
    if (!(error instanceof NoBrowser)) throw error;
    return { passed: 0, failed: 1, skipped: 0, notes: [`browser: ${error.message}`] };
  }
  const report = join(run.scratch, 'browser.json');
  // The run continues after a late test on a busy machine; `npm run e2e` stops at the first failure.
  const options = ['--reporter=list,json', '--retries=1'];
  const names = (run.browserFiles ?? []).map(patternOf);
  const args = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', ...options, ...names];
  const env: NodeJS.ProcessEnv = { ...run.env, TEST_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  if (env.NO_COLOR) {
    // Playwright sets FORCE_COLOR for its workers, and Node warns at each start about the two together.
    delete env.NO_COLOR;
    env.FORCE_COLOR = '0';
  }
  const limitMs = Math.min(30 * MINUTE_MS, run.left());
  const { code, cutShort } = await runProcess(process.execPath, args, { cwd: join(ROOT, 'e2e'), env, limitMs });
  const counts = judgeRunner('browser', code, report, playwrightCounts);
  return cutShort ? sum([counts, { passed: 0, failed: 1, skipped: 0, notes: [`browser: ${cutShort}`] }]) : counts;
}

export const STAGES: Stage[] = [
  { name: 'types, lint, format, import rules, texts', group: 'static', whole: 'once', run: runStatic },
  { name: 'web client', group: 'browser', whole: 'prepares', run: buildWeb },
  { name: 'branches of the rights', group: 'unit', whole: 'once', run: rightsCovered },
  { name: 'unit and API tests', group: 'unit', run: runUnitAndSay },
  { name: 'browser tests', group: 'browser', run: runBrowser },
  { name: 'faults and races', group: 'faults', run: vitest('faults', 'vitest.faults.config.ts', 60 * MINUTE_MS) },
];

/** The long suite runs only on request. */
export function stagesOf({ only, shard }: Choice): Stage[] {
  const wanted = STAGES.filter(({ group }) => (only === null ? group !== 'faults' : group === only));
  return wanted.filter(({ whole }) => whole !== 'once' || shard === null || shard.index === 1);
}
