import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runWatched } from './watchdog.ts';
import type { WatchedProcess } from './watchdog.ts';

const script = fileURLToPath(new URL('./busy-child.fixture.ts', import.meta.url));
const orphanParent = fileURLToPath(new URL('./orphan-parent.fixture.ts', import.meta.url));

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
  it('is killed when its time is over, though its main thread never listens', async () => {
    let hello: Hello | null = null;
    const end = await runWatched(busy('spin', { timeoutMs: 5000, onMessage: (message) => (hello = message as Hello) }));
    expect(end).toMatchObject({ killed: 'timeout', code: null, signal: 'SIGKILL' });
    expect(end.durationMs).toBeGreaterThanOrEqual(5000);
    expect(end.durationMs).toBeLessThan(30_000);
    expect(hello).not.toBeNull();
    expect(lives((hello as Hello | null)?.pid ?? process.pid)).toBe(false);
  });

  it.each(['system', 'child'] as const)(
    'is killed when it takes too much memory, as told by the %s',
    async (memorySource) => {
      const end = await runWatched(busy('eat', { rssMb: 250, memorySource }));
      expect(end.killed).toBe('memory');
      // Told in whole megabytes: 250.4 is over the limit and reads 250.
      expect(end.peakRssMb).toBeGreaterThanOrEqual(250);
      expect(end.peakRssMb).toBeLessThan(900);
    },
  );

  it('is killed when it is cancelled, even before it began', async () => {
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

  it('knows nothing of the environment of the server and runs at a lower priority', async () => {
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

  it('rejects when there is nothing to run it with', async () => {
    const execPath = process.execPath;
    process.execPath = '/no/such/node';
    onTestFinished(() => {
      process.execPath = execPath;
    });
    await expect(runWatched(busy('short'))).rejects.toThrow(/ENOENT/);
  });
});
