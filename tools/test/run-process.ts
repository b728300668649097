import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  /** The reason why this process ended it, or null when it ended by itself. */
  cutShort: string | null;
  seconds: number;
}

const GRACE_MS = 8_000;

const running = new Set<ChildProcess>();
let stoppedBy: string | null = null;

/**
 * Runs one program of the suite and prints its output immediately. It gets a separate process group, so that its time
 * limit also ends everything it started: browsers, servers, workers.
 */
export async function runProcess(
  file: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv; limitMs: number },
): Promise<Ended> {
  const since = Date.now();
  if (stoppedBy) return { code: null, cutShort: stoppedBy, seconds: 0 };
  const { cwd, env } = options;
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  running.add(child);
  let cutShort: string | null = null;
  const limit = setTimeout(() => {
    cutShort = `it took longer than ${Math.round(options.limitMs / 1000)} s`;
    void endGroup(child);
  }, options.limitMs);
  const code = await new Promise<number | null>((done) => {
    child.once('error', (error) => {
      cutShort = error.message;
      done(null);
    });
    child.once('exit', (exitCode) => done(exitCode));
  });
  clearTimeout(limit);
  // No process waits for the rest of its group.
  signalGroup(child, 'SIGKILL');
  running.delete(child);
  return { code, cutShort: cutShort ?? stoppedBy, seconds: (Date.now() - since) / 1000 };
}

/** Ends everything that runs and prevents new starts. */
export async function stopAll(why: string): Promise<void> {
  stoppedBy = why;
  await Promise.all([...running].map(endGroup));
}

async function endGroup(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM');
  const gone = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  if (child.exitCode === null && child.signalCode === null) await gone;
  clearTimeout(timer);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
