import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runWatched } from './watchdog.ts';
import type { WatchedProcess } from './watchdog.ts';

const script = fileURLToPath(new URL('./fixtures/busy-child.fixture.ts', import.meta.url));
const orphanParent = fileURLToPath(new URL('./fixtures/orphan-parent.fixture.ts', import.meta.url));

interface Hello {
  pid: number;
  env: string[];
  heap: string[];
}

function busy(mode: string, options: Partial<WatchedProcess> = {}): WatchedProcess {
  return { script, args: [mode, String(process.pid)], timeoutMs: 30_000, rssMb: 1000, ...options };
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' });
    return false;
  }
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (lives(pid) && performance.now() < until) await wait(50);
  return !lives(pid);
}

describe('a process under the watchdog', () => {
  it.each(['system', 'wall'] as const)(
    'is killed at its time limit by the %s while its main thread is blocked',
    async (timeSource) => {
      let hello: Hello | null = null;
      const onMessage = (message: unknown) => void (hello = message as Hello);
      const end = await runWatched(busy('spin', { timeoutMs: 3000, timeSource, onMessage }));
      expect(end).toMatchObject({ killed: 'timeout', code: null, signal: 'SIGKILL' });
      if (timeSource === 'wall') expect(end.processorMs).toBeNull();
      // On a busy machine the wall clock may reach its limit first.
      else expect(Math.max(end.processorMs ?? end.durationMs, end.durationMs / 4)).toBeGreaterThanOrEqual(3000);
      expect(hello).not.toBeNull();
      expect(lives((hello as Hello | null)?.pid ?? process.pid)).toBe(false);
    },
  );

  it('may wait for the processor longer than its limit, but not forever', async () => {
    // Both processes only sleep, so they can run in parallel.
    const [rested, slept] = await Promise.all([
      runWatched(busy('rest', { timeoutMs: 3000, timeSource: 'system' })),
      runWatched(busy('sleep', { timeoutMs: 2000 })),
    ]);
    // Without /proc the limit counts wall clock time.
    if (rested.processorMs === null) expect(rested.killed).toBe('timeout');
    else expect(rested).toMatchObject({ killed: null, code: 3 });
    expect(rested.durationMs).toBeGreaterThan(3000);
    expect(slept.killed).toBe('timeout');
    expect(slept.processorMs ?? 0).toBeLessThanOrEqual(2000);
    expect(slept.durationMs).toBeGreaterThanOrEqual(2000);
  });

  it.each(['system', 'child'] as const)(
    'is killed when it takes too much memory, as reported by the %s',
    async (memorySource) => {
      const end = await runWatched(busy('eat', { rssMb: 250, memorySource }));
      expect(end.killed).toBe('memory');
      // Reported in whole megabytes: 250.4 is over the limit and reads 250.
      expect(end.peakRssMb).toBeGreaterThanOrEqual(250);
      expect(end.peakRssMb).toBeLessThan(900);
    },
  );

  it('is killed when it is cancelled, even before its start', async () => {
    const aborted = await runWatched(busy('spin', { signal: AbortSignal.abort() }));
    expect(aborted.killed).toBe('cancelled');
    const controller = new AbortController();
    const end = await runWatched(busy('spin', { signal: controller.signal, onMessage: () => controller.abort() }));
    expect(end.killed).toBe('cancelled');
  });

  it('reports how it ended when it ends by itself', async () => {
    const end = await runWatched(busy('short'));
    expect(end).toMatchObject({ code: 3, killed: null, signal: null });
    expect(end.peakRssMb).toBeGreaterThan(20);
  });

  it('gets no environment variables of the server and runs at a lower priority', async () => {
    process.env['PRDM_TEST_SECRET'] = 'secret';
    onTestFinished(() => void delete process.env['PRDM_TEST_SECRET']);
    let hello: Hello | null = null;
    let priority = 0;
    const controller = new AbortController();
    await runWatched(
      busy('spin', {
        signal: controller.signal,
        env: { PRDM_GIVEN: 'yes' },
        onMessage: (message) => {
          hello = message as Hello;
          priority = os.getPriority(hello.pid);
          controller.abort();
        },
      }),
    );
    const seen = (hello as Hello | null)?.env ?? [];
    expect(seen).toContain('PRDM_GIVEN');
    expect(seen).not.toContain('PRDM_TEST_SECRET');
    expect(seen).not.toContain('PATH');
    expect(priority).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it('dies with the server that started it, even while it is busy', async () => {
    const parent = spawn(process.execPath, [orphanParent], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const { pid } = JSON.parse(line.toString()) as Hello;
    expect(lives(pid)).toBe(true);
    parent.kill('SIGKILL');
    expect(await isGone(pid, 3000)).toBe(true);
  });

  it('rejects when it cannot be started', async () => {
    const execPath = process.execPath;
    process.execPath = '/no/such/node';
    onTestFinished(() => {
      process.execPath = execPath;
    });
    await expect(runWatched(busy('short'))).rejects.toThrow(/ENOENT/);
  });
});
