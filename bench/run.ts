/**
 * Measurements, each against a contestant in the same run on the same machine: `npm run bench` runs all, `npm run bench task-list` one.
 * They print figures and never fail, because other work on the machine can slow them. Options:
 * `--seconds=10` sets how long each contestant runs in each round, and how long the load lasts at each rate.
 * `--data=<folder>` keeps the filled database, so that the next run starts at once.
 * `--tasks=20000` makes a smaller institute, for a short look (review-list).
 * `--profile=<folder>` writes CPU profiles.
 */
import { callsBench } from './calls.ts';
import { mixBench } from './mix.ts';
import { reviewListBench } from './review-list.ts';
import type { BenchOptions } from './support/options.ts';
import { taskListBench } from './task-list.ts';

const BENCHES: Readonly<Record<string, { run: (options: BenchOptions) => Promise<void>; seconds: number }>> = {
  'task-list': { run: taskListBench, seconds: 8 },
  'review-list': { run: reviewListBench, seconds: 8 },
  calls: { run: callsBench, seconds: 5 },
  mix: { run: mixBench, seconds: 60 },
};

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const option = (name: string): string | null =>
  args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;

for (const name of named.length > 0 ? named : Object.keys(BENCHES)) {
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench) {
    process.stderr.write(`no bench "${name}"; there are: ${Object.keys(BENCHES).join(', ')}\n`);
    process.exitCode = 1;
    continue;
  }
  process.stdout.write(`\n== ${name}\n`);
  const seconds = Number(option('seconds') ?? bench.seconds);
  await bench.run({
    seconds,
    profile: option('profile'),
    data: option('data'),
    tasks: Number(option('tasks') ?? 200_000),
  });
}
