/**
 * Behind `npm test`, `npm run check` and `npm run test:faults`. Goes on after a stage that fails, so that one run shows
 * everything. Its very last line is `N passed, N failed`, over everything that ran.
 */
import { delimiter, join } from 'node:path';
import type { Counts } from './test/counts.ts';
import { lastLine, sum } from './test/counts.ts';
import { stopAll } from './test/run-process.ts';
import { Scratch } from './test/scratch.ts';
import type { Run, Stage } from './test/stages.ts';
import { ROOT, STAGES } from './test/stages.ts';

const WHOLE_RUN_MS = 80 * 60_000;
const FAULTS_RUN_MS = 65 * 60_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function chosenStages(args: string[]): Stage[] {
  const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
  // The long suite runs only when it is asked for.
  if (only === undefined) return STAGES.filter((stage) => stage.group !== 'faults');
  const chosen = STAGES.filter((stage) => stage.group === only);
  if (chosen.length === 0)
    throw new Error(`--only takes one of ${[...new Set(STAGES.map((stage) => stage.group))].join(', ')}`);
  return chosen;
}

function environment(scratch: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: scratch };
  if (!process.stdout.isTTY) env.NO_COLOR = '1';
  env.PATH = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  // The settings of an installation that happens to be exported must not turn the tests onto its data.
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATA_DIR', 'PORT', 'HOST', 'PUBLIC_URL', 'NODE_ENV'])
    delete env[name];
  return env;
}

async function runStage(stage: Stage, run: Run): Promise<Counts> {
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
  say(`== ${stage.name}: ${lastLine(counts)} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  return counts;
}

async function main(): Promise<number> {
  const stages = chosenStages(process.argv.slice(2));
  const scratch = new Scratch();
  const end = Date.now() + (stages.some((stage) => stage.group === 'faults') ? FAULTS_RUN_MS : WHOLE_RUN_MS);
  const run: Run = {
    env: environment(scratch.path),
    scratch: scratch.path,
    say,
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
    all.push(await runStage(stage, run));
  }
  const left = scratch.remove();
  if (left.length > 0) all.push({ passed: 0, failed: 1, skipped: 0, notes: left });
  if (interrupted) all.push({ passed: 0, failed: 1, skipped: 0, notes: ['the run was stopped before its end'] });
  const total = sum(all);
  if (total.notes.length > 0) say(`\n${total.notes.join('\n')}`);
  say(`\n${lastLine(total)}`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

process.exitCode = await main();
