/**
 * Measurements, each against a contestant in the same run on the same machine: `npm run bench` runs all, `npm run bench task-list` one.
 * They print figures and never fail: a busy machine is no broken program. `--profile` writes CPU profiles, `--seconds=10` sets
 * how long each contestant runs in each round.
 */
import { taskListBench } from './task-list.ts';

const BENCHES: Readonly<Record<string, (options: { seconds: number; profile: string | null }) => Promise<void>>> = {
  'task-list': taskListBench,
};

const args = process.argv.slice(2);
const named = args.filter((arg) => !arg.startsWith('--'));
const seconds = Number(args.find((arg) => arg.startsWith('--seconds='))?.slice('--seconds='.length) ?? 8);
const profile = args.find((arg) => arg.startsWith('--profile='))?.slice('--profile='.length) ?? null;

for (const name of named.length > 0 ? named : Object.keys(BENCHES)) {
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (!bench) {
    process.stderr.write(`no bench "${name}"; there are: ${Object.keys(BENCHES).join(', ')}\n`);
    process.exitCode = 1;
    continue;
  }
  process.stdout.write(`\n== ${name}\n`);
  await bench({ seconds, profile });
}
