import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { databaseUser, isRoot, nameOf } from './database-user.ts';
import { isErrno, may } from './processes.ts';
import type { DatabaseUser } from './types.ts';
import { EmbeddedError } from './types.ts';

/** The folders of the database, and the account that owns them. */
export interface DataFolder {
  /** The folder `pg`, owned by the account of the database. Contains the cluster and unfinished ones. */
  dir: string;
  /** The data folder of PostgreSQL, `pg/data`. */
  cluster: string;
  /** The log of the server. It is beside `pg`, not in it: root must not write where another account can create links. */
  logFile: string;
  user: DatabaseUser | null;
}

/** Folder of root for data that cannot be in a folder closed to the account: copies of the server programs, and databases. */
export const SYSTEM_FOLDER = '/var/lib/prdm';

/** Finds or creates the folder of the database below DATA_DIR. See `docs/runbook.md`, "Where the data lives". */
export function prepareDataFolder(dataDir: string, log: (line: string) => void, system = SYSTEM_FOLDER): DataFolder {
  const wanted = resolve(dataDir);
  const firstMade = mkdirSync(wanted, { recursive: true, mode: 0o700 }) ?? null;
  const base = realpathSync(wanted);
  refuseNetworkFolder(base);
  const folder = isRoot() ? forRoot(base, firstMade, log, system) : forOrdinaryUser(base);
  checkPermissionsHold(folder);
  return folder;
}

function forOrdinaryUser(base: string): DataFolder {
  const folder = layout(base, null);
  if (!existsSync(folder.dir)) makePrivate(folder.dir, null);
  const me = process.getuid?.();
  for (const path of [folder.dir, folder.cluster]) {
    const owner = ownerOf(path);
    if (!owner || me === undefined || owner.uid === me) continue;
    throw new EmbeddedError(
      `The database folder ${path} belongs to user ${nameOf(owner.uid)}, but this program runs as ${nameOf(me)}. ` +
        `Stop every running copy and hand the data over with: sudo chown -R ${nameOf(me)} ${quoted(base)}`,
    );
  }
  return folder;
}

function forRoot(base: string, firstMade: string | null, log: (line: string) => void, system: string): DataFolder {
  const usual = layout(base, null);
  const bypass = layout(join(system, createHash('sha256').update(base).digest('hex').slice(0, 12)), null);
  // An existing database decides, not the present permissions. Otherwise a changed permission of a parent folder would silently start a
  // second, empty database.
  if (existsSync(join(usual.cluster, 'PG_VERSION'))) return reopen(usual, base, firstMade);
  if (existsSync(join(bypass.cluster, 'PG_VERSION'))) {
    log(`the database of ${base} is in ${bypass.dir}, because a folder above was closed when it was made`);
    return reopen(bypass, dirname(bypass.dir), null);
  }
  const user = databaseUser(null);
  openWay(base, firstMade, user);
  const madeHere = !existsSync(usual.dir);
  makePrivate(usual.dir, user);
  if (may(user, '-w', usual.dir)) return { ...usual, user };
  if (madeHere) rmdirSync(usual.dir);
  makeSystemFolder(dirname(bypass.dir), system);
  makePrivate(bypass.dir, user);
  if (!may(user, '-w', bypass.dir)) throw new EmbeddedError(unreachable(bypass.dir, user));
  log(
    `${closedFolder(base, user) ?? base} is closed to user ${user?.name}; the database of ${base} is kept in ${bypass.dir}`,
  );
  return { ...bypass, user };
}

function reopen(folder: DataFolder, base: string, firstMade: string | null): DataFolder {
  const owner = ownerOf(folder.cluster);
  if (owner?.uid === 0) {
    const lent = databaseUser(null);
    throw new EmbeddedError(
      `The database folder ${folder.cluster} belongs to root, under whom the server refuses to run. ` +
        `Hand it over with: chown -R ${lent?.name}: ${quoted(folder.dir)}`,
    );
  }
  const user = databaseUser(owner);
  openWay(base, firstMade, user);
  if (!may(user, '-w', folder.dir) || !may(user, '-w', folder.cluster)) {
    throw new EmbeddedError(unreachable(folder.cluster, user));
  }
  return { ...folder, user };
}

function layout(base: string, user: DatabaseUser | null): DataFolder {
  const dir = join(base, 'pg');
  return { dir, cluster: join(dir, 'data'), logFile: join(base, 'pg.log'), user };
}

function makePrivate(dir: string, user: DatabaseUser | null): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (user) chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
}

function makeSystemFolder(folder: string, system: string): void {
  mkdirSync(folder, { recursive: true });
  for (const path of [system, folder]) chmodSync(path, 0o711);
}

/**
 * Lets the account of the database pass through DATA_DIR (711: pass, not list), and through the parents that this start created, if we own
 * them. It does not open parents that existed before.
 */
function openWay(base: string, firstMade: string | null, user: DatabaseUser | null): void {
  const top = firstMade && existsSync(firstMade) ? realpathSync(firstMade) : base;
  // Below a closed folder, an open one would be useless.
  if (!may(user, '-x', dirname(top))) return;
  for (const folder of foldersTo(base).filter((path) => path.length >= top.length)) {
    const { uid, mode } = statSync(folder);
    if (uid === process.getuid?.() && !may(user, '-x', folder)) chmodSync(folder, (mode & 0o7777) | 0o011);
  }
}

function foldersTo(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...foldersTo(above), path];
}

/** The topmost folder of the path that the account cannot pass. */
function closedFolder(path: string, user: DatabaseUser | null): string | null {
  return foldersTo(path).find((folder) => !may(user, '-x', folder)) ?? null;
}

function unreachable(path: string, user: DatabaseUser | null): string {
  const closed = closedFolder(dirname(path), user);
  const remedy = closed ? `Open the way with: chmod o+x ${quoted(closed)}` : `Check the owner of ${path}.`;
  return `The database in ${path} cannot be reached by user ${user?.name}, who runs its server. ${remedy}`;
}

function ownerOf(path: string): { uid: number; gid: number } | null {
  try {
    const { uid, gid } = statSync(path);
    return { uid, gid };
  } catch (cause) {
    // EACCES: the file is in a folder of another account. The check of the folder's owner has reported that already.
    if (isErrno(cause, 'ENOENT', 'EACCES')) return null;
    throw cause;
  }
}

/** NFS and SMB: their locks and fsync do not give the guarantees that PostgreSQL needs. */
const NETWORK_FILE_SYSTEMS = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42]);

function refuseNetworkFolder(base: string): void {
  if (process.platform !== 'linux') return;
  if (NETWORK_FILE_SYSTEMS.has(statfsSync(base).type)) {
    throw new EmbeddedError(
      `${base} is on a network file system, where a database is not safe. ` +
        'Set DATA_DIR to a folder on a disk of this machine, or set DATABASE_URL.',
    );
  }
}

/** A folder shared from a Windows or macOS host into a container shows one owner and one mode for every file. */
function checkPermissionsHold(folder: DataFolder): void {
  if (process.platform === 'win32') return;
  const { uid, mode } = statSync(folder.dir);
  const expected = folder.user?.uid ?? process.getuid?.();
  if (uid === expected && (mode & 0o077) === 0) return;
  if (uid === expected) {
    chmodSync(folder.dir, 0o700);
    if ((statSync(folder.dir).mode & 0o077) === 0) return;
  }
  throw new EmbeddedError(
    `The file system of ${folder.dir} does not keep owners and permissions, which the database needs. ` +
      'Set DATA_DIR to a folder on a disk of this machine (with Docker: a named volume), or set DATABASE_URL.',
  );
}

function quoted(path: string): string {
  return /^[\w/.@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
