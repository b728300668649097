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

/** The content of postmaster.pid, which the server writes. */
export interface Postmaster {
  pid: number;
  port: number;
  /** "starting", "ready", "stopping" or "standby". Empty in the first moments. */
  status: string;
  text: string;
}

/** Small, safe defaults: parallel queries fail with a container's /dev/shm of 64 MB. A caller may override them. */
const DEFAULT_SETTINGS = {
  max_connections: '60',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
};

/** Only programs of this machine with the password can connect. These settings cannot be overridden. */
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

/** The running server of this folder in any state, or null. */
export function livingServer(cluster: string): Postmaster | null {
  const seen = readPostmaster(cluster);
  return seen && isServerOf(seen.pid, cluster) ? seen : null;
}

/**
 * Removes a postmaster.pid whose process is not our server. PostgreSQL itself would refuse to start, because some process has that id. The
 * file is renamed first and then compared, so that a file that another start has just written is restored.
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

/** A server process started here, and its end. */
export interface ServerChild {
  pid: number | undefined;
  /** null while the process runs. */
  ended: string | null;
  onEnd(listener: () => void): void;
  /** Resolves when the process has ended. Until then it keeps this program alive, even if nothing else does. */
  whenEnded(): Promise<void>;
  /** The log lines that it has written since its start. */
  said(): string;
}

export interface ServerPlan {
  folder: DataFolder;
  binaries: Binaries;
  durable: boolean;
  settings: Record<string, string>;
}

/**
 * Starts the server process in its own process group. Otherwise Ctrl+C in the terminal would stop the database before the program has
 * finished with it.
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
  // Never follows a link: root would write to its target.
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

/** The log lines that contain the reason of the end. */
export function reasonIn(log: string): string {
  const lines = log.trim().split('\n');
  const telling = lines.filter((line) => /FATAL|PANIC|could not|terminated by signal/.test(line));
  return (telling.length > 0 ? telling : lines).slice(-2).join(' ').trim();
}

/** Fast shutdown: open transactions are rolled back, committed ones are on the disk. Waits until the server has ended. */
export async function stopServer(plan: ServerPlan, cluster: string, pid: number): Promise<void> {
  await ask(plan, cluster, pid, 'SIGINT', 'fast');
  if (await gone(cluster, pid, FAST_STOP_MS)) return;
  // An immediate shutdown also keeps every commit: the next start replays the log.
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
    // On Windows a signal ends a process at once. pg_ctl asks the server to shut down.
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
