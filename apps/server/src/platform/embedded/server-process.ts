import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, constants, linkSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { programFile } from './locate-binaries.ts';
import { isErrno, isServerOf, plainEnvironment, runAs, runToEnd, sleep } from './processes.ts';
import type { Binaries } from './types.ts';
import { EmbeddedError } from './types.ts';

/** What the server wrote about itself into postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  /** "starting", "ready", "stopping" or "standby"; empty in the first moments. */
  status: string;
  text: string;
}

/** Kept small and safe everywhere: a container's /dev/shm of 64 MB breaks parallel queries. A caller may set others. */
const DEFAULT_SETTINGS = {
  max_connections: '60',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
};

/** Nobody but programs of this machine with the password comes in; not to be overridden. */
const FIXED_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  dynamic_shared_memory_type: 'mmap',
};

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const FAST_STOP_MS = 60_000;
const IMMEDIATE_STOP_MS = 15_000;

export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
    const lines = text.split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return null;
    return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim(), text };
  } catch (cause) {
    if (isErrno(cause, 'ENOENT')) return null;
    throw cause;
  }
}

/** The server of this folder when it lives, in whatever state. */
export function livingServer(cluster: string): Postmaster | null {
  const seen = readPostmaster(cluster);
  return seen && isServerOf(seen.pid, cluster) ? seen : null;
}

/**
 * Removes a postmaster.pid whose process is not our server, where PostgreSQL itself would refuse to start because *some* process
 * has that number. Moved aside and compared first, so that a file another start has just written is put back.
 */
export function removeStalePid(cluster: string, stale: Postmaster): void {
  const file = join(cluster, 'postmaster.pid');
  const aside = join(cluster, `postmaster.stale.${process.pid}`);
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== stale.text) linkSync(aside, file);
  } catch (cause) {
    if (!isErrno(cause, 'ENOENT', 'EEXIST')) throw cause;
  } finally {
    rmSync(aside, { force: true });
  }
}

export async function freePort(preferred: number | null): Promise<number> {
  return (preferred && (await tryPort(preferred))) || (await tryPort(0)) || 0;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(null));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(address && typeof address === 'object' ? address.port : null));
    });
  });
}

/** A server process that we started, and how it ended once it has. */
export interface ServerChild {
  pid: number | undefined;
  /** Null while it runs. */
  ended: string | null;
  onEnd(listener: () => void): void;
  /** Resolves when it has ended; until then the program stays alive for it, though nothing else may keep it. */
  whenEnded(): Promise<void>;
  /** What it has written to the log since its start. */
  said(): string;
}

export interface ServerPlan {
  folder: DataFolder;
  binaries: Binaries;
  durable: boolean;
  settings: Record<string, string>;
}

/**
 * Starts the server process. In a process group of its own: Ctrl+C in the terminal would otherwise stop the database before
 * the program has finished with it.
 */
export function spawnServer(
  { folder, binaries, durable, settings }: ServerPlan,
  cluster: string,
  port: number,
): ServerChild {
  const all = { ...DEFAULT_SETTINGS, ...(durable ? {} : NOT_DURABLE), ...settings, ...FIXED_SETTINGS };
  const args = ['-D', cluster, '-p', String(port)];
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`);
  rotateLog(folder.logFile);
  // Never through a link: as root we would write where the link says.
  const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
  const log = openSync(folder.logFile, flags, 0o600);
  const before = statSync(folder.logFile).size;
  let child: ChildProcess;
  try {
    child = spawn(join(binaries.bin, programFile('postgres')), args, {
      cwd: folder.dir,
      env: plainEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
      windowsHide: true,
      ...runAs(folder.user),
    });
  } finally {
    closeSync(log);
  }
  child.unref();
  return watch(child, () => readFileSync(folder.logFile).subarray(before).toString('utf8'));
}

function watch(child: ChildProcess, said: () => string): ServerChild {
  const listeners: (() => void)[] = [];
  const server: ServerChild = {
    pid: child.pid,
    ended: null,
    onEnd: (listener) => void (server.ended === null ? listeners.push(listener) : listener()),
    whenEnded: () =>
      new Promise((done) => {
        child.ref();
        server.onEnd(done);
      }),
    said,
  };
  const end = (why: string): void => {
    if (server.ended !== null) return;
    server.ended = why;
    for (const listener of listeners) listener();
  };
  child.once('error', (cause) => end(cause.message));
  child.once('exit', (code, signal) => end(signal ? `ended by ${signal}` : `exit code ${code}`));
  return server;
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

function rotateLog(file: string): void {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status && status.size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
}

/** The lines of a log that say why a server went. */
export function reasonIn(log: string): string {
  const lines = log.trim().split('\n');
  const telling = lines.filter((line) => /FATAL|PANIC|could not|terminated by signal/.test(line));
  return (telling.length > 0 ? telling : lines).slice(-2).join(' ').trim();
}

/** Fast shutdown: running work is rolled back, everything promised is on disk. Waits until the server is gone. */
export async function stopServer(plan: ServerPlan, cluster: string, pid: number): Promise<void> {
  await ask(plan, cluster, pid, 'SIGINT', 'fast');
  if (await gone(cluster, pid, FAST_STOP_MS)) return;
  // Nothing promised is lost by this either; the next start replays the log.
  await ask(plan, cluster, pid, 'SIGQUIT', 'immediate');
  if (await gone(cluster, pid, IMMEDIATE_STOP_MS)) return;
  throw new EmbeddedError(`The database server (process ${pid}) does not stop; see ${plan.folder.logFile}.`);
}

async function ask(
  plan: ServerPlan,
  cluster: string,
  pid: number,
  signal: NodeJS.Signals,
  mode: string,
): Promise<void> {
  if (process.platform === 'win32') {
    // Signals there end a process at once; pg_ctl tells the server by its own means.
    const program = join(plan.binaries.bin, programFile('pg_ctl'));
    await runToEnd(program, ['stop', '-D', cluster, '-m', mode, '-W'], { cwd: plan.folder.dir, user: null });
    return;
  }
  try {
    if (isServerOf(pid, cluster)) process.kill(pid, signal);
  } catch (cause) {
    if (!isErrno(cause, 'ESRCH')) throw cause;
  }
}

async function gone(cluster: string, pid: number, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (isServerOf(pid, cluster)) {
    if (Date.now() > end) return false;
    await sleep(25);
  }
  return true;
}
