import type { Env } from './env.ts';
import type { Modules } from './modules.ts';
import { defineJob } from './platform/jobs.ts';
import type { Platform } from './platform/platform.ts';
import { serverModules } from './server-modules.ts';

const Sweep = defineJob<Record<string, never>>({ name: 'sweep', retries: 1 });

/** Starts the background work of all modules. Every process can enqueue jobs. Only a process that `works` runs them. */
export async function startWorker(
  platform: Platform,
  modules: Modules,
  env: Env,
  works: boolean,
): Promise<{ stop(): Promise<void> }> {
  const registers = serverModules(platform, modules, env).map((module) => module.registers);
  await platform.jobs.start([Sweep, ...registers.flatMap(({ jobs = [] }) => jobs)]);
  const running: { stop(): void | Promise<void> }[] = [];
  if (works) {
    platform.startWorker();
    for (const { start, timers = [] } of registers) {
      if (start) running.push(await start());
      for (const { job, cron, run } of timers) await platform.jobs.every(job, cron, run);
    }
    await platform.jobs.every(Sweep, '*/10 * * * *', async () => {
      await modules.identity.sweep();
      await platform.live.sweep();
      await platform.bus.sweep();
      await platform.repeats.sweep();
      await platform.mail.sweep();
    });
  }
  return {
    async stop() {
      for (const one of running) await one.stop();
    },
  };
}
