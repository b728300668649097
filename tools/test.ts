/**
 * Runs `npm test`, `npm run check` and `npm run test:faults`. It continues after a failed stage, so that one run shows
 * everything. The last line is `N passed, N failed` over everything that ran. `test/choice.ts` has the options.
 */
import { delimiter, join } from 'node:path';
import { BadChoice, type Choice, choiceOf } from './test/choice.ts';
import type { Counts } from './test/counts.ts';
import { flakyBlock, lastLine, sum } from './test/counts.ts';
import { ROOT } from './test/files.ts';
import { stopAll } from './test/run-process.ts';
import { Scratch } from './test/scratch.ts';
import { select } from './test/selection.ts';
import { type Run, type Stage, STAGES, stagesOf } from './test/stages.ts';

const WHOLE_RUN_MS = 80 * 60_000;
const FAULTS_RUN_MS = 65 * 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function environment(scratch: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: scratch };
  if (!process.stdout.isTTY) env.NO_COLOR = '1';
  env.PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  // Exported settings of an installation must not direct the tests to its data.
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_DIR', 'PORT', 'HOST', 'PUBLIC_URL', 'NODE_ENV'])
    delete env[name];
  return env;
}

async function runStage(stage: Stage, run: Run, choice: Choice): Promise<Counts> {
  const since = Date.now();
  say(`\n== ${stage.name}`);
  let counts: Counts;
  try {
    counts = await stage.run(run);
  } catch (error) {
    counts = {
      passed: 0,
      failed: 1,
      skipped: 0,
      notes: [`${stage.name}: ${error instanceof Error ? error.stack : String(error)}`],
    };
  }
  // Another shard counts it.
  if (stage.whole === 'prepares' && (choice.shard?.index ?? 1) > 1) counts = { ...counts, passed: 0 };
  say(`== ${stage.name}: ${lastLine(counts)} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  return counts;
}

async function main(): Promise<number> {
  const choice = choiceOf(process.argv.slice(2), [...new Set(STAGES.map((stage) => stage.group))]);
  const stages = stagesOf(choice);
  const { said, ...files } = select(choice);
  for (const line of said) say(line);
  const scratch = new Scratch();
  const end = Date.now() + (stages.some((stage) => stage.group === 'faults') ? FAULTS_RUN_MS : WHOLE_RUN_MS);
  const run: Run = {
    env: environment(scratch.path),
    scratch: scratch.path,
    say,
    ...files,
    left: () => Math.max(1_000, end - Date.now()),
  };
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interrupted = true;
      void stopAll(`stopped by ${signal}`);
    });
  }
  const all: Counts[] = [];
  for (const stage of stages) {
    if (interrupted) break;
    all.push(await runStage(stage, run, choice));
  }
  const left = scratch.remove();
  if (left.length > 0) all.push({ passed: 0, failed: 1, skipped: 0, notes: left });
  if (interrupted) all.push({ passed: 0, failed: 1, skipped: 0, notes: ['the run was stopped before its end'] });
  const total = sum(all);
  if (total.notes.length > 0) say(`\n${total.notes.join('\n')}`);
  const flaky = flakyBlock(total);
  if (flaky.length > 0) say(`\n${flaky.join('\n')}`);
  say(`\n${lastLine(total)}`);
  // A part of the suite may be empty; the whole may not.
  const mayBeEmpty = choice.shard !== null || choice.changed !== null;
  return total.failed > 0 || (total.passed === 0 && !mayBeEmpty) ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof BadChoice)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
