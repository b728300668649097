import type { Endpoint } from '@prdm/contract/kit';
import { callAt, type TwoServers } from './start-two.ts';

/** Loops of calls, as many as the bar of safety.md R17 asks for. */
export const LOOPS = 100;
/** A pause that leaves the processor to the calls. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Counts of calls: successes begun before the answer of the change, calls begun after it, and successes among these. */
export interface Around {
  readonly before: number;
  readonly after: number;
  readonly late: number;
}

/**
 * Runs 100 loops of one call on both processes while `change` takes the right to it away. Each loop has called at least
 * once before the change begins, and twice on average after its answer.
 */
export async function callsAround(
  two: TwoServers,
  { call, input, token }: { call: Endpoint; input: object; token: string },
  change: () => Promise<void>,
): Promise<Around> {
  let answeredAt = Number.POSITIVE_INFINITY;
  let isRunning = true;
  let [before, after, late] = [0, 0, 0];
  const loop = async (address: string): Promise<void> => {
    while (isRunning) {
      const begun = performance.now();
      const { code } = await callAt(address, call, input, token);
      if (begun <= answeredAt && code === 0) before += 1;
      if (begun > answeredAt) {
        after += 1;
        if (code === 0) late += 1;
      }
    }
  };
  const loops = Array.from({ length: LOOPS }, (_, at) => loop(two.addresses[at % 2] as string));
  while (before < LOOPS) await pause();
  await change();
  answeredAt = performance.now();
  while (after < 2 * LOOPS) await pause();
  isRunning = false;
  await Promise.all(loops);
  return { before, after, late };
}
