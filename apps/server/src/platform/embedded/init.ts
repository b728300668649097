import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { programFile } from './locate-binaries.ts';
import { isErrno, runToEnd } from './processes.ts';
import type { Binaries } from './types.ts';
import { EmbeddedError } from './types.ts';

/** The superuser of the embedded database. */
export const DATABASE_ROLE = 'app';
const PASSWORD_FILE = 'app-password';
const LEFT_OVER_AFTER_MS = 60 * 60_000;

/** The major version that made the database, or null when there is none yet. */
export function clusterMajor(cluster: string): number | null {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

/** Makes the database when there is none. Two starts at once: each makes one aside, the first to rename wins. */
export async function initialise(folder: DataFolder, binaries: Binaries, durable: boolean): Promise<void> {
  if (clusterMajor(folder.cluster) !== null) return;
  removeLeftOvers(folder.dir);
  const mark = `${process.pid}-${randomBytes(4).toString('hex')}`;
  const draft = join(folder.dir, `init.${mark}`);
  const passwordFile = join(folder.dir, `password.${mark}`);
  try {
    writePassword(passwordFile, folder);
    await runInitdb(folder, binaries, draft, passwordFile, durable);
    renameSync(passwordFile, join(draft, PASSWORD_FILE));
    renameSync(draft, folder.cluster);
    syncFolder(folder.dir);
  } catch (cause) {
    if (!isErrno(cause, 'ENOTEMPTY', 'EEXIST', 'EPERM') || clusterMajor(folder.cluster) === null) throw cause;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

async function runInitdb(
  folder: DataFolder,
  binaries: Binaries,
  draft: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const args = [
    '-D',
    draft,
    '-U',
    DATABASE_ROLE,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
  ];
  args.push('--locale=C', `--lc-ctype=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`, '--data-checksums');
  // One order and one case mapping on every platform and C library; older versions have only the system's.
  if (binaries.major >= 17) args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (!durable) args.push('--no-sync');
  const program = join(binaries.bin, programFile('initdb'));
  const { code, output } = await runToEnd(program, args, { cwd: folder.dir, user: folder.user });
  if (code === 0) return;
  const hint = output.includes('could not look up effective user ID')
    ? ' Give this user id a name (an entry in /etc/passwd), or set DATABASE_URL.'
    : '';
  throw new EmbeddedError(`The database could not be made in ${folder.dir}: ${lastLines(output)}${hint}`);
}

/** On disk before the folder is renamed: a database whose password was lost in a power failure cannot be opened again. */
function writePassword(file: string, folder: DataFolder): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, `${randomBytes(24).toString('base64url')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (folder.user) chownSync(file, folder.user.uid, folder.user.gid);
}

export function readPassword(cluster: string): string {
  const file = join(cluster, PASSWORD_FILE);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new EmbeddedError(`The database's password file ${file} cannot be read (${(cause as Error).message}).`);
  }
}

function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Of starts that were killed while they made a database: about 40 MB each. */
function removeLeftOvers(dir: string): void {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name);
    if (!/^(init|password)\.\d+-/.test(name)) continue;
    const status = statSync(path, { throwIfNoEntry: false });
    if (status && Date.now() - status.mtimeMs > LEFT_OVER_AFTER_MS) rmSync(path, { recursive: true, force: true });
  }
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-3).join(' ');
}
