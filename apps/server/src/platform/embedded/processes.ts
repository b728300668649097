import { spawn, spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import type { DatabaseUser } from './types.ts';

/** The spawn options that make a child run as the database's account; nothing when we are an ordinary user. */
export function runAs(user: DatabaseUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/**
 * Environment of initdb and postgres: none of the starter's PG* variables or language settings, which would end up in the
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

/** True when the account may do `test` (one of -x -r -w) on the path; asked of the system, which also knows ACLs and mounts. */
export function may(user: DatabaseUser | null, test: '-x' | '-r' | '-w', path: string): boolean {
  if (process.platform === 'win32') return true;
  const trial = spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { cwd: '/', ...runAs(user) });
  return trial.status === 0;
}

export interface Finished {
  code: number | null;
  output: string;
}

/** Runs a program to its end and keeps what it said. Asynchronous: initdb takes a second, and a server may be serving beside. */
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
 * True when the process is the PostgreSQL server of this data folder. The number alone proves nothing: after a restart of a
 * machine or container it often belongs to something else (even to another PostgreSQL), and a dead child that nobody reaped
 * still answers `kill(pid, 0)`. A server works inside its data folder, which Linux tells.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    // Not existing, or not ours to signal: the server of our folder always is.
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
