import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callsOf, KINDS, type BareCall, type Kind } from './support/call-kinds.ts';
import { answerOf, contest, type Contestant } from './support/contest.ts';
import { withInstitute } from './support/institute.ts';
import type { BenchOptions } from './support/options.ts';

const CALLERS = 64;
const ROUNDS = 3;
/** The lowest allowed share of the bare server's calls a second. */
const BARS: Readonly<Record<Kind, { words: string; share: number }>> = {
  list: { words: 'list with count (task/index)', share: 1 / 2.5 },
  one: { words: 'one (task/info)', share: 1 / 10 },
  projects: { words: 'projects (project/index)', share: 1 / 5 },
  search: { words: 'search (task/index with a word)', share: 3 },
  // Last, because it adds tasks to the lists above.
  create: { words: 'create (task/add)', share: 1 / 10 },
};
const ORDER = Object.keys(BARS) as Kind[];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Calls a second of the product and of a bare server on the same database of 200,000 tasks: 16 connections, 64 callers, contestants in
 * turn. The figures of the round with the middle p95 count.
 */
export async function callsBench(options: BenchOptions): Promise<void> {
  await withInstitute(options.data, async (institute) => {
    const calls = new Map(KINDS.map((kind) => [kind, callsOf(kind, institute.filled, CALLERS)]));
    const file = join(institute.dataDir, 'bare-calls.json');
    await writeFile(file, JSON.stringify([...calls.values()].flat()));
    const program = await institute.startProgram(
      options.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${options.profile}` } : {},
    );
    const ours: Contestant = { name: 'PRDM', ...program };
    const bare: Contestant = { name: 'bare', ...(await institute.startBare('bare-calls-server.ts', [file])) };

    say(
      `${institute.filled.tasks} tasks, 16 connections, ${CALLERS} callers, ${ROUNDS} rounds of ${options.seconds} s`,
    );
    say(
      `${''.padEnd(34)}${['PRDM /s', 'bare /s', 'ratio', 'bar', '', 'PRDM p50', 'bare p50', 'PRDM cpu', 'bare cpu'].map((word) => word.padStart(10)).join('')}`,
    );
    for (const kind of ORDER) {
      const asked = calls.get(kind) ?? [];
      await compare(ours, bare, asked);
      const [mine, theirs] = await contest([ours, bare], asked, { seconds: options.seconds, rounds: ROUNDS });
      if (!mine || !theirs) throw new Error('a contestant is missing');
      const { words, share } = BARS[kind];
      const ratio = mine.perSecond / theirs.perSecond;
      const cells = [
        mine.perSecond.toFixed(0),
        theirs.perSecond.toFixed(0),
        ratio.toFixed(3),
        `>= ${share.toFixed(2)}`,
        ratio >= share ? 'met' : 'MISSED',
        ...[mine.p50, theirs.p50, mine.cpu ?? NaN, theirs.cpu ?? NaN].map((ms) => `${ms.toFixed(2)} ms`),
      ];
      const failed = mine.failed + theirs.failed;
      say(
        `${words.padEnd(34)}${cells.map((cell) => cell.padStart(10)).join('')}${failed > 0 ? `  ${failed} FAILED` : ''}`,
      );
    }
  });
}

/** Throws when the two servers return different records, because the comparison would be meaningless. */
async function compare(ours: Contestant, bare: Contestant, calls: readonly BareCall[]): Promise<void> {
  for (const call of calls.slice(0, 3)) {
    const [mine, theirs] = [await answerOf(ours, call), await answerOf(bare, call)];
    if (call.kind === 'create') continue;
    const [ids, expected] = [idsIn(mine), idsIn(theirs)];
    if (ids !== expected || ids === '')
      throw new Error(`${call.path}: PRDM answers ${ids}, the bare server ${expected}`);
  }
}

const idsIn = (data: unknown): string => {
  const { list, total, id } = data as { list?: { id: number }[]; total?: number; id?: number };
  return list ? `${list.map((row) => row.id).join(',')} of ${total}` : String(id);
};
