import { spawn } from 'node:child_process';
import os from 'node:os';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { residentMb } from './process-memory.ts';
import { processorMs } from './process-time.ts';

/** Interval of the checks of time and memory. Runaway memory grows by about 1 GB/s, so it passes the limit by 200 MB at most. */
const LOOK_MS = 200;
const OUTPUT_KEPT = 4000;
/** The wall clock may reach this multiple of the limit. A process that waits for the processor or the disk is not stuck. */
const WALL_TIMES = 4;

export interface WatchedProcess {
  /** Script to run, and its arguments. */
  script: string;
  args: string[];
  /** Bytes for its stdin. */
  input?: Uint8Array;
  /** Flags for Node itself. */
  nodeFlags?: readonly string[];
  /** Added to the minimal environment of Node. */
  env?: Readonly<Record<string, string>>;
  /**
   * Limit of processor time over all threads, in ms; the wall clock limit is four times as much. Without /proc it limits the wall
   * clock.
   */
  timeoutMs: number;
  rssMb: number;
  signal?: AbortSignal;
  onMessage?(message: unknown): void;
  /** `child`: use the process's own reports even where /proc exists, as other systems must. */
  memorySource?: 'system' | 'child';
  /** `wall`: use only the wall clock even where /proc exists, as other systems must. */
  timeSource?: 'system' | 'wall';
}

export interface ProcessEnd {
  /** Exit code, or null after a signal. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The reason of a kill, or null if the process ended by itself. */
  killed: 'timeout' | 'memory' | 'cancelled' | null;
  peakRssMb: number;
  /** Wall clock time. */
  durationMs: number;
  /** Last measured processor time; null where it cannot be measured. */
  processorMs: number | null;
  /** The end of its stdout and stderr. */
  output: string;
}

/**
 * Only the variables that Node needs to start. The process reads untrusted files, so it gets no database address and no secret.
 */
function minimalEnvironment(): NodeJS.ProcessEnv {
  const kept = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  const entries = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return Object.fromEntries(entries);
}

/** Gives requests of the server priority. If this is forbidden or the process is gone, its priority stays. */
function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function collectOutput(streams: (Readable | null)[]): () => string {
  let output = '';
  for (const stream of streams) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_KEPT);
    });
  }
  return () => output;
}

/** Reads the `<MB>\n` lines of the process's guard thread, for systems without /proc. */
function followReports(stream: unknown, onReport: (mb: number) => void): void {
  const readable = stream as Readable | null;
  readable?.setEncoding('utf8').on('data', (text: string) => {
    const last = Number(text.trim().split('\n').at(-1));
    if (Number.isFinite(last)) onReport(last);
  });
}

/**
 * Runs a Node script in a separate process with limits of time and memory. Kills it when it passes a limit or the signal fires.
 * SIGKILL is needed, because a process stuck inside WebAssembly handles no other signal. V8's own limits do not help: WebAssembly
 * memory and array buffers are outside its heap. Resolves after the process has ended.
 */
export function runWatched(options: WatchedProcess): Promise<ProcessEnd> {
  const started = performance.now();
  // The heap limit equals the memory limit. V8's smaller default would abort models within the limit.
  const flags = [`--max-old-space-size=${Math.ceil(options.rssMb)}`, ...(options.nodeFlags ?? [])];
  const child: ChildProcess = spawn(process.execPath, [...flags, options.script, ...options.args], {
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
    env: { ...minimalEnvironment(), ...options.env },
    serialization: 'json',
    windowsHide: true,
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const output = collectOutput([child.stdout, child.stderr]);
  child.stdin?.on('error', () => undefined); // the process ended before it read everything; its end says why
  child.stdin?.end(options.input);

  let killed: ProcessEnd['killed'] = null;
  let reported: number | null = null;
  let peak = 0;
  let used: number | null = null;
  const kill = (why: ProcessEnd['killed']): void => {
    killed ??= why;
    child.kill('SIGKILL');
  };
  const look = (): void => {
    const measured = options.memorySource === 'child' || child.pid === undefined ? null : residentMb(child.pid);
    const rss = measured ?? reported ?? 0;
    peak = Math.max(peak, rss);
    if (options.timeSource !== 'wall' && child.pid !== undefined) used = processorMs(child.pid) ?? used;
    const passed = performance.now() - started;
    if (rss > options.rssMb) kill('memory');
    else if ((used ?? passed) > options.timeoutMs || passed > options.timeoutMs * WALL_TIMES) kill('timeout');
  };
  followReports(child.stdio[4], (mb) => {
    reported = mb;
    look();
  });
  const timer = setInterval(look, LOOK_MS);
  const cancel = (): void => kill('cancelled');
  options.signal?.addEventListener('abort', cancel, { once: true });
  child.on('message', (message) => options.onMessage?.(message));

  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearInterval(timer);
      options.signal?.removeEventListener('abort', cancel);
    };
    child.once('error', (error) => {
      // After a failed spawn there is no 'close' event. A failed kill of a process that has just ended is no error.
      if (child.pid !== undefined) return;
      settle();
      reject(error);
    });
    child.once('close', (code, signal) => {
      settle();
      const durationMs = Math.round(performance.now() - started);
      resolve({ code, signal, killed, peakRssMb: Math.round(peak), durationMs, processorMs: used, output: output() });
    });
    if (options.signal?.aborted) cancel();
  });
}
