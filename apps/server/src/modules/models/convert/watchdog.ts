import { spawn } from 'node:child_process';
import os from 'node:os';
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { residentMb } from './process-memory.ts';

/** How often time and memory are looked at; a blow-up grows by about 1 GB/s, so this overshoots by some 200 MB at most. */
const LOOK_MS = 200;
const OUTPUT_KEPT = 4000;

export interface WatchedProcess {
  /** Script to run, and its arguments. */
  script: string;
  args: string[];
  /** Flags for Node itself. */
  nodeFlags?: readonly string[];
  /** Added to the little that Node itself needs. */
  env?: Readonly<Record<string, string>>;
  timeoutMs: number;
  rssMb: number;
  signal?: AbortSignal;
  onMessage?(message: unknown): void;
  /** `child`: believe the process's own reports even where /proc would tell (what other systems have to do). */
  memorySource?: 'system' | 'child';
}

export interface ProcessEnd {
  /** Exit code, or null after a signal. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Why it was killed, or null if it ended by itself. */
  killed: 'timeout' | 'memory' | 'cancelled' | null;
  peakRssMb: number;
  durationMs: number;
  /** The last of what it wrote to stdout and stderr. */
  output: string;
}

/** Only what Node needs to start: no database address, no secret of the server gets into a process that reads strangers' files. */
function minimalEnvironment(): NodeJS.ProcessEnv {
  const kept = ['SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  const entries = kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return Object.fromEntries(entries);
}

/** Gives the server's own requests the processor first. Not allowed or already gone: then it runs at the usual level. */
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

/** Reads `<MB>\n` lines that the process's own watch thread writes, for systems without /proc. */
function followReports(stream: unknown, onReport: (mb: number) => void): void {
  const readable = stream as Readable | null;
  readable?.setEncoding('utf8').on('data', (text: string) => {
    const last = Number(text.trim().split('\n').at(-1));
    if (Number.isFinite(last)) onReport(last);
  });
}

/**
 * Runs a Node script as a process of its own under a wall clock and a memory limit, and kills it (SIGKILL: it may be
 * stuck inside WebAssembly and deaf to anything else) when it passes one of them or the signal fires. The limits of V8
 * do not help: WebAssembly memory and array buffers lie outside its heap. Resolves when the process is gone.
 */
export function runWatched(options: WatchedProcess): Promise<ProcessEnd> {
  const started = performance.now();
  // A heap of the same size as the memory limit: V8's own, smaller default would abort models that are within the limit.
  const flags = [`--max-old-space-size=${Math.ceil(options.rssMb)}`, ...(options.nodeFlags ?? [])];
  const child: ChildProcess = spawn(process.execPath, [...flags, options.script, ...options.args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
    env: { ...minimalEnvironment(), ...options.env },
    serialization: 'json',
    windowsHide: true,
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const output = collectOutput([child.stdout, child.stderr]);

  let killed: ProcessEnd['killed'] = null;
  let reported: number | null = null;
  let peak = 0;
  const kill = (why: ProcessEnd['killed']): void => {
    killed ??= why;
    child.kill('SIGKILL');
  };
  const look = (): void => {
    const measured = options.memorySource === 'child' || child.pid === undefined ? null : residentMb(child.pid);
    const rss = measured ?? reported ?? 0;
    peak = Math.max(peak, rss);
    if (rss > options.rssMb) kill('memory');
    else if (performance.now() - started > options.timeoutMs) kill('timeout');
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
      // After a failed spawn there is no 'close'; a failed kill of a process that just ended is no reason to reject.
      if (child.pid !== undefined) return;
      settle();
      reject(error);
    });
    child.once('close', (code, signal) => {
      settle();
      const durationMs = Math.round(performance.now() - started);
      resolve({ code, signal, killed, peakRssMb: Math.round(peak), durationMs, output: output() });
    });
    if (options.signal?.aborted) cancel();
  });
}
