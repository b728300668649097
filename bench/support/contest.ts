import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

export interface Contestant {
  readonly name: string;
  readonly address: string;
  readonly pid: number;
}
/** One call that all contestants answer. */
export interface Call {
  readonly path: string;
  readonly token: string;
}
export interface Figures {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  readonly failed: number;
  /** Milliseconds of processor time the contestant's own process took for one answer: hardly moved by what else the machine does. Linux only. */
  readonly cpu: number | null;
}

const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, in milliseconds; null where the system does not tell. */
function cpuOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

const CONNECTIONS = 16;

/** All contestants in turn, `rounds` times, so that whatever else the machine does falls on all of them; the round of middle p95 counts. */
export async function contest(
  contestants: readonly Contestant[],
  calls: readonly Call[],
  options: { seconds: number; rounds: number },
): Promise<Figures[]> {
  const all = new Map<string, Figures[]>(contestants.map(({ name }) => [name, []]));
  for (const contestant of contestants) await fire(contestant, calls, Math.min(2, options.seconds)); // warm up
  for (let round = 0; round < options.rounds; round += 1)
    for (const contestant of contestants)
      all.get(contestant.name)?.push(await fire(contestant, calls, options.seconds));
  return contestants.map(({ name }) => middle(all.get(name) ?? []));
}

function middle(rounds: readonly Figures[]): Figures {
  const sorted = rounds.toSorted((a, b) => a.p95 - b.p95);
  const figures = sorted[Math.floor(sorted.length / 2)];
  if (!figures) throw new Error('nothing was measured');
  return figures;
}

function fire({ name, address, pid }: Contestant, calls: readonly Call[], seconds: number): Promise<Figures> {
  const samples: number[] = [];
  const before = cpuOf(pid);
  return new Promise((resolve, reject) => {
    const running = autocannon(
      {
        url: address,
        connections: CONNECTIONS,
        duration: seconds,
        requests: calls.map(({ path, token }) => ({ method: 'GET', path, headers: { 'x-token': token } })),
      },
      (error, result) => {
        if (error) return reject(error);
        samples.sort((a, b) => a - b);
        const at = (share: number): number =>
          samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? NaN;
        const failed = result.errors + result.timeouts + result.non2xx;
        const after = cpuOf(pid);
        const cpu = before === null || after === null ? null : (after - before) / samples.length;
        resolve({ name, p50: at(0.5), p95: at(0.95), perSecond: samples.length / seconds, failed, cpu });
      },
    );
    running.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) => {
      samples.push(milliseconds);
    });
  });
}

/** A line for each contestant with the ratio of the first one's p95 to it. */
export function report(figures: readonly Figures[]): string {
  const [first] = figures;
  const lines = figures.map(
    ({ name, p50, p95, perSecond, failed, cpu }) =>
      `${name.padEnd(52)} p50 ${p50.toFixed(1).padStart(7)} ms  p95 ${p95.toFixed(1).padStart(7)} ms  ${perSecond.toFixed(0).padStart(6)}/s  ${cpu === null ? '' : `${cpu.toFixed(2).padStart(6)} ms cpu`}` +
      `  ratio ${((first?.p95 ?? NaN) / p95).toFixed(2)}${failed > 0 ? `  ${failed} FAILED` : ''}`,
  );
  return `${lines.join('\n')}\n`;
}
