import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counts, home } from '@prdm/contract/home';
import { index as noticeIndex } from '@prdm/contract/notices';
import { index as reviewIndex } from '@prdm/contract/processes/review';
import { callsOf } from './support/call-kinds.ts';
import { answerOf, type Call } from './support/contest.ts';
import type { Filled } from './support/fill-tasks.ts';
import { withInstitute } from './support/institute.ts';
import { residentOf } from './support/memory.ts';
import { openLoad, percentile, type Latencies, type Planned } from './support/open-load.ts';
import type { BenchOptions } from './support/options.ts';

const CALLERS = 64;
/** The highest allowed p95 of the mix, as a multiple of p50 of the bare "list with count" at one connection. */
const RATES = [
  { perSecond: 50, bar: 30 },
  { perSecond: 150, bar: 45 },
  { perSecond: 250, bar: 80 },
];
const RESIDENT_BAR_MB = 300;
/** The highest allowed p50 of `fhome/index`, as a multiple of p50 of `task/index`. */
const HOME_BAR = 2;
/** Percentage of each kind of call. */
const MIX = { list: 25, record: 25, home: 10, counts: 15, notices: 10, projects: 5, reviews: 5, search: 5 } as const;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * A day's mix of calls on 200,000 tasks at 50, 150 and 250 calls a second. A call starts on schedule whatever the earlier ones do, and its
 * latency counts from the scheduled start. Memory is that of our server's process alone.
 */
export async function mixBench(options: BenchOptions): Promise<void> {
  await withInstitute(options.data, async (institute) => {
    const lists = callsOf('list', institute.filled, CALLERS);
    const file = join(institute.dataDir, 'bare-calls.json');
    await writeFile(file, JSON.stringify(lists));
    const program = await institute.startProgram(
      options.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` } : {},
    );
    const bare = { name: 'bare', ...(await institute.startBare('bare-calls-server.ts', [file])) };
    const calls = mixed(institute.filled);
    for (const [kind, some] of Map.groupBy(calls, ({ kind }) => kind))
      for (const call of some.slice(0, 2)) await answerOf({ name: `PRDM (${kind})`, ...program }, call);
    say(`${institute.filled.tasks} tasks, ${options.seconds} s at each rate`);
    const idle = residentOf(program.pid);
    if (idle) say(`resident before the load: ${idle.now.toFixed(0)} MB`);
    for (const { perSecond, bar } of RATES) {
      const unit = await oneByOne(bare, lists);
      const found = await openLoad(program.address, calls, { perSecond, seconds: options.seconds });
      report(found, { perSecond, bar, unit });
      const memory = residentOf(program.pid);
      if (memory)
        say(
          `  resident ${memory.now.toFixed(0)} MB, peak ${memory.peak.toFixed(0)} MB; bar ${RESIDENT_BAR_MB} MB: ${verdict(memory.now <= RESIDENT_BAR_MB)}`,
        );
    }
  });
}

/** The mix in a fixed order that spreads each kind evenly. The kind furthest behind its share comes next. */
export function mixed(filled: Filled): Planned[] {
  const each = (path: string): Call[] => filled.managers.slice(0, CALLERS).map(({ token }) => ({ token, path }));
  const of: Record<keyof typeof MIX, readonly Call[]> = {
    list: callsOf('list', filled, CALLERS),
    record: callsOf('one', filled, CALLERS),
    home: each(home.path),
    counts: each(counts.path),
    notices: each(`${noticeIndex.path}?a=no_read`),
    projects: callsOf('projects', filled, CALLERS),
    reviews: each(reviewIndex.path),
    search: callsOf('search', filled, CALLERS),
  };
  const kinds = Object.entries(MIX) as [keyof typeof MIX, number][];
  const sent = new Map(kinds.map(([kind]) => [kind, 0]));
  return Array.from({ length: 100 * CALLERS }, (_, at) => {
    const behind = ([kind, share]: [keyof typeof MIX, number]): number =>
      ((at + 1) * share) / 100 - (sent.get(kind) ?? 0);
    const [kind] = kinds.reduce((most, one) => (behind(one) > behind(most) ? one : most));
    const turn = sent.get(kind) ?? 0;
    sent.set(kind, turn + 1);
    const call = of[kind][turn % CALLERS];
    if (!call) throw new Error(`no call of ${kind}`);
    return { ...call, kind };
  });
}

/** Median of 500 calls in milliseconds, one at a time on one connection. */
async function oneByOne(bare: { name: string; address: string }, calls: readonly Call[]): Promise<number> {
  const samples: number[] = [];
  for (let turn = 0; turn < 500; turn += 1) {
    const call = calls[turn % calls.length];
    if (!call) throw new Error('no call');
    const began = performance.now();
    await answerOf(bare, call);
    if (turn >= 100) samples.push(performance.now() - began);
  }
  return percentile(samples, 0.5);
}

function report(
  { byKind, failed }: Latencies,
  { perSecond, bar, unit }: { perSecond: number; bar: number; unit: number },
): void {
  const line = (kind: string, samples: readonly number[]): string => {
    const [p50, p95] = [percentile(samples, 0.5), percentile(samples, 0.95)];
    const words = [`${p50.toFixed(1)} ms`, `${p95.toFixed(1)} ms`, (p50 / unit).toFixed(1), (p95 / unit).toFixed(1)];
    return `  ${kind.padEnd(10)}${String(samples.length).padStart(7)}${words.map((word) => word.padStart(12)).join('')}`;
  };
  say(`\n${perSecond} calls a second; bare list with count at one connection: p50 ${unit.toFixed(2)} ms`);
  say(
    `  ${'kind'.padEnd(10)}${'calls'.padStart(7)}${['p50', 'p95', 'p50 / bare', 'p95 / bare'].map((word) => word.padStart(12)).join('')}`,
  );
  for (const kind of Object.keys(MIX)) say(line(kind, byKind.get(kind) ?? []));
  const all = [...byKind.values()].flat();
  say(line('all', all));
  const p95 = percentile(all, 0.95) / unit;
  say(
    `  p95 of all / bare p50: ${p95.toFixed(1)}; bar ${bar}: ${verdict(p95 <= bar)}${failed > 0 ? `; ${failed} FAILED` : ''}`,
  );
  const ratio = percentile(byKind.get('home') ?? [], 0.5) / percentile(byKind.get('list') ?? [], 0.5);
  say(`  p50 of home / p50 of list: ${ratio.toFixed(2)}; bar ${HOME_BAR}: ${verdict(ratio <= HOME_BAR)}`);
}

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');
