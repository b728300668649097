import { spawn, spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import type { DatabaseUser } from './types.ts';

/** The spawn options that run a child under the account of the database. Empty when we are an ordinary user. */
export function runAs(user: DatabaseUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/**
 * Environment of initdb and postgres. The PG* variables and language settings of the caller are left out, because they would end up in the
 * cluster. Windows programs do not load without their system variables.
 */
export function plainEnvironment(): Record<string, string> {
  const env: Record<string, string> = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
  if (process.platform !== 'win32') return env;
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.toUpperCase().startsWith('PG')) env[name] ??= value;
  }
  return env;
}

/** Whether the account passes `test` (one of -x -r -w) on the path. The system decides, because it also knows ACLs and mounts. */
export function may(user: DatabaseUser | null, test: '-x' | '-r' | '-w', path: string): boolean {
  if (process.platform === 'win32') return true;
  const trial = spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { cwd: '/', ...runAs(user) });
  return trial.status === 0;
}

export interface Finished {
  code: number | null;
  output: string;
}

/** Runs a program to its end and returns its output. Asynchronous: initdb takes a second, and a server may run in this process. */
export async function runToEnd(
  file: string,
  args: string[],
  options: { cwd: string; user: DatabaseUser | null },
): Promise<Finished> {
  return new Promise((done) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: plainEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      ...runAs(options.user),
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (cause) => done({ code: null, output: cause.message }));
    child.once('close', (code) => done({ code, output }));
  });
}

/**
 * Whether the process is the PostgreSQL server of this data folder. The process id alone proves nothing. After a restart of a machine or
 * container it often belongs to another process, even to another PostgreSQL. A dead child that was not reaped still accepts `kill(pid, 0)`.
 * The working folder proves it: a server runs inside its data folder, and Linux shows that.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    // The process does not exist, or we may not signal it. We may always signal the server of our folder.
    if (isErrno(cause, 'ESRCH', 'EPERM')) return false;
    throw cause;
  }
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') return workingFolder(pid) === cluster;
  const listed = spawnSync('ps', ['-p', String(pid), '-ww', '-o', 'command='], { encoding: 'utf8' });
  return listed.stdout.includes('postgres') && listed.stdout.includes(cluster);
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (cause) {
    if (isErrno(cause, 'ENOENT', 'EACCES', 'ESRCH')) return null;
    throw cause;
  }
}

export function isErrno(cause: unknown, ...codes: string[]): boolean {
  return cause instanceof Error && 'code' in cause && codes.includes(String(cause.code));
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}
