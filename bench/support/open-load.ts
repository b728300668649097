import { Agent, request as send } from 'node:http';
import { requestOf, type Call } from './contest.ts';

/** One call of a load, and what kind of call it is. */
export interface Planned extends Call {
  readonly kind: string;
}

/** Milliseconds from the scheduled start of each answered call to the end of its answer, by kind. */
export interface Latencies {
  readonly byKind: ReadonlyMap<string, readonly number[]>;
  /** Refusals, errors of the server and broken connections. */
  readonly failed: number;
}

/**
 * Sends `calls` one after the other at an even rate for `seconds`, again from the beginning when they end. A call starts at its time even
 * when earlier calls are unanswered, so a server that falls behind is measured with its queue. Resolves when the last answer has come.
 */
export async function openLoad(
  address: string,
  calls: readonly Planned[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true });
  const byKind = new Map<string, number[]>();
  const answers: Promise<void>[] = [];
  let failed = 0;
  const began = performance.now();
  const start = (call: Planned, due: number): void => {
    const answered = answerTo(agent, address, call).then(
      (isGood) => {
        const samples = byKind.get(call.kind) ?? [];
        byKind.set(call.kind, samples);
        samples.push(performance.now() - due);
        if (!isGood) failed += 1;
      },
      () => {
        failed += 1;
      },
    );
    answers.push(answered);
  };
  const wanted = Math.round(perSecond * seconds);
  for (let sent = 0; sent < wanted;) {
    const due = Math.min(wanted, Math.floor(((performance.now() - began) / 1000) * perSecond) + 1);
    for (; sent < due; sent += 1) {
      const call = calls[sent % calls.length];
      if (call) start(call, began + (sent / perSecond) * 1000);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(answers);
  agent.destroy();
  return { byKind, failed };
}

/** Whether the answer is the envelope of a success. */
function answerTo(agent: Agent, address: string, call: Call): Promise<boolean> {
  const { method, path, headers, body } = requestOf(call);
  return new Promise((resolve, reject) => {
    const request = send(`${address}${path}`, { agent, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => void parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve(response.statusCode === 200 && Buffer.concat(parts).subarray(0, 10).toString() === '{"code":0,'),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** The sample that `share` of all samples do not exceed; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
