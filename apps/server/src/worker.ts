import type { Modules } from './modules.ts';
import type { Platform } from './platform/platform.ts';
import { defineJob, type JobKind } from './platform/jobs.ts';
import { SweepTrash, SweepUploads } from './modules/files/index.ts';
import { OverdueTasks } from './modules/tasks/index.ts';

const Sweep = defineJob<Record<string, never>>({ name: 'sweep', retries: 1 });

/** Everything that runs by itself: what follows a change, timers, queues. Every process can enqueue; only a worker works. */
export async function startWorker(
  platform: Platform,
  modules: Modules,
  works: boolean,
): Promise<{ stop(): Promise<void> }> {
  const kinds: JobKind<object>[] = [Sweep, OverdueTasks, SweepUploads, SweepTrash, ...modules.models.jobKinds];
  await platform.jobs.start(kinds);
  let converting: { stop(): void } | null = null;
  if (works) {
    platform.startWorker();
    converting = await modules.models.startConverting();
    await platform.jobs.every(OverdueTasks, '* * * * *', async () => void (await modules.tasks.tellOverdue()));
    await platform.jobs.every(SweepUploads, '* * * * *', () => modules.files.sweepUploads());
    await platform.jobs.every(SweepTrash, '7 * * * *', () => modules.files.sweepTrash());
    await platform.jobs.every(Sweep, '*/10 * * * *', async () => {
      await modules.identity.sweep();
      await platform.live.sweep();
      await platform.bus.sweep();
    });
  }
  return {
    stop() {
      converting?.stop();
      return Promise.resolve();
    },
  };
}
