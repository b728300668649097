import { Worker } from 'node:worker_threads';

/** The pipe that the guard thread writes to; see the stdio list in watchdog.ts. */
const REPORT_FD = 4;

/**
 * Ends this process together with its parent. It ends when the channel to the parent closes. If the main thread is too busy to
 * notice, the guard thread ends it. Also starts the memory reports to the parent.
 */
export function startGuard(parentPid: number): void {
  const guard = new Worker(new URL('./guard-thread.ts', import.meta.url), {
    workerData: { parentPid, reportTo: REPORT_FD },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  });
  guard.unref();
  process.once('disconnect', () => process.exit(1));
}
