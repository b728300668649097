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

/** The major version that created the database. null when there is no database yet. */
export function clusterMajor(cluster: string): number | null {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

/** Creates the database when there is none. Two parallel starts each create one in a temporary folder; the first rename wins. */
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
  // The same sort order and case mapping on every platform and C library. Versions below 17 only have those of the system.
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

/** Synced before the folder is renamed: after a power failure, a database without its password file could not be opened. */
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

/** Removes files of starts that were killed while they created a database: about 40 MB each. */
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
