import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { LIMITS } from '@prdm/contract/limits';
import { runWatched, type ProcessEnd } from '../../processes/watchdog.ts';
import { READING } from './limits.ts';
import type { Reading, SheetProblem } from './problems.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** Titles and lines above them. */
const LINES_ABOVE = 10;
/** Each reading takes a processor and up to READING.rssMb. */
const running = pLimit(2);

/**
 * The rows of an xlsx or csv file, at most LIMITS.importMax below its titles. A separate process reads it with limits of
 * memory and time, so a hostile file ends as a problem and the server goes on. Rejects only when no process can start.
 */
export const readSheet = (bytes: Uint8Array, options: { timeoutMs?: number; rssMb?: number } = {}): Promise<Reading> =>
  running(async () => {
    let sent: Reading | null = null;
    const end = await runWatched({
      script: CHILD,
      args: [JSON.stringify({ rowsMax: LIMITS.importMax + LINES_ABOVE, parentPid: process.pid })],
      input: bytes,
      timeoutMs: options.timeoutMs ?? READING.timeoutMs,
      rssMb: options.rssMb ?? READING.rssMb,
      onMessage: (message) => {
        sent = message as Reading;
      },
    });
    return sent ?? failureOf(end);
  });

function failureOf(end: ProcessEnd): Reading {
  const no = (problem: SheetProblem): Reading => ({ ok: false, problem, detail: end.output.slice(-300) });
  if (end.killed === 'timeout') return no('timeout');
  if (end.killed === 'memory' || end.signal === 'SIGKILL') return no('memory');
  return no(/heap out of memory|allocation failed/i.test(end.output) ? 'memory' : 'damaged');
}
