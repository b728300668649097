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
  /** GET unless given. */
  readonly method?: 'GET' | 'POST';
  /** A form, of a POST alone. */
  readonly body?: string;
}
export interface Figures {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  readonly failed: number;
  /**
   * Processor time of the contestant's process for one answer, in milliseconds. Other load on the machine hardly
   * affects it. Linux only.
   */
  readonly cpu: number | null;
}

const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, in milliseconds; null where the system does not report it. */
function cpuOf(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

const CONNECTIONS = 16;

/** A call as HTTP sends it. */
export const requestOf = ({ path, token, method = 'GET', body }: Call) => ({
  method,
  path,
  headers: {
    'x-token': token,
    ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  ...(body === undefined ? {} : { body }),
});

/** The data of one answer. Throws on a refusal. */
export async function answerOf({ name, address }: Pick<Contestant, 'name' | 'address'>, call: Call): Promise<unknown> {
  const { method, path, headers, body } = requestOf(call);
  const response = await fetch(`${address}${path}`, { method, headers: { ...headers }, body: body ?? null });
  const text = await response.text();
  const answer = response.ok ? (JSON.parse(text) as { code: number; data: unknown }) : { code: -1, data: null };
  if (answer.code !== 0) throw new Error(`${name} answers ${path} with ${response.status} ${text.slice(0, 300)}`);
  return answer.data;
}

/**
 * Runs all contestants in turn, `rounds` times, so that other load on the machine affects all of them. The round with
 * the middle p95 counts.
 */
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
        requests: calls.map(requestOf),
        // A refusal comes with status 200 and another code.
        verifyBody: (body) => body.startsWith('{"code":0,'),
      },
      (error, result) => {
        if (error) return reject(error);
        samples.sort((a, b) => a - b);
        const at = (share: number): number =>
          samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? NaN;
        const failed = result.errors + result.timeouts + result.non2xx + result.mismatches;
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
