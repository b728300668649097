import { Worker } from 'node:worker_threads';

/** The pipe the guard thread writes to; see the stdio list in watchdog.ts. */
const REPORT_FD = 4;

/**
 * Ties this process to the one that started it: it ends when the channel to the parent closes or, should the main thread
 * be too busy to notice, when the guard thread finds the parent gone. Also starts the memory reports to the parent.
 */
export function startGuard(parentPid: number): void {
  const guard = new Worker(new URL('./guard-thread.ts', import.meta.url), {
    workerData: { parentPid, reportTo: REPORT_FD },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  guard.unref();
  process.once('disconnect', () => process.exit(1));
}
