import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Env } from './env.ts';

/**
 * A setting that has a valid form and does not work, which only a try can show. The message is for the operator: it contains the name of
 * the setting, a sentence, and the system's error code in brackets. It never contains a password.
 */
class RefusedSetting extends Error {
  constructor(setting: keyof Env, sentence: string, cause: unknown) {
    const code = codeOf(cause);
    super(`${setting}: ${sentence}${code === undefined ? '' : ` (${code})`}`, { cause });
  }
}

const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

const FOLDER_REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'may not be written by the user who runs the program',
  EPERM: 'may not be written by the user who runs the program',
  EROFS: 'lies on a disk that can only be read',
  ENOTDIR: 'is no folder, or lies below something that is none',
  EEXIST: 'is no folder, or lies below something that is none',
  ENOENT: 'cannot be made: where it would lie takes no folders',
};

/**
 * Creates the data folder and tests that it is writable. It creates one level at a time: Node's recursive mkdir never returns when a folder
 * cannot be created although its parent exists (/proc).
 */
export async function makeDataDir(dir: string): Promise<void> {
  try {
    await makeFolder(dir);
    await rmdir(await mkdtemp(join(dir, '.try-')));
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'ENOSPC' || code === 'EDQUOT') return; // stored data can still be read
    throw new RefusedSetting('DATA_DIR', `${dir} ${FOLDER_REFUSALS[code] ?? 'cannot be used'}`, error);
  }
}

async function makeFolder(dir: string): Promise<void> {
  if (await isThere(dir)) return;
  if (dirname(dir) !== dir) await makeFolder(dirname(dir));
  try {
    await mkdir(dir, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await isThere(dir))) throw error; // another start created it meanwhile
  }
}

const isThere = async (dir: string): Promise<boolean> => {
  try {
    return (await stat(dir)).isDirectory();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

const CONNECT_MS = 5000;

/** Connects once, to report a wrong address before anything depends on it. */
export async function tryDatabase(setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL', url: string): Promise<void> {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', () => undefined); // connect() rejects with it; without a listener the program would end
    await client.connect();
    await client.end();
  } catch (error) {
    throw new RefusedSetting(setting, databaseRefusal(new URL(url), error), error);
  }
}

function databaseRefusal(url: URL, error: unknown): string {
  const user = `the user "${decodeURIComponent(url.username)}"`;
  const server = url.host === '' ? 'the database server' : `the database server at ${url.host}`;
  const sentences: Readonly<Record<string, string>> = {
    '28P01': `${server} refuses ${user} with this password`,
    '28000': `${server} does not let ${user} in`,
    '3D000': `${server} has no database "${decodeURIComponent(url.pathname.slice(1))}"`,
    '42501': `${user} may not use this database`,
    '53300': `${server} has no connection left`,
    '57P03': `${server} is just starting or stopping; try again in a moment`,
    ECONNREFUSED: `nothing answers at ${url.host}`,
    ECONNRESET: `what answers at ${url.host} is no database server, or ended the connection`,
    ENOTFOUND: `no host is called ${url.hostname}`,
    EAI_AGAIN: `no host is called ${url.hostname}, or names cannot be looked up just now`,
    EHOSTUNREACH: `${url.hostname} cannot be reached from here`,
    ENETUNREACH: `${url.hostname} cannot be reached from here`,
    ETIMEDOUT: `${server} does not answer`,
  };
  const known = sentences[codeOf(error) ?? ''];
  if (known !== undefined) return known;
  const said = error instanceof Error ? error.message : String(error);
  if (/timeout/i.test(said)) return `${server} does not answer within ${CONNECT_MS / 1000} seconds`;
  if (/password must be a/i.test(said)) return `${server} asks for a password, and the address has none`;
  const password = decodeURIComponent(url.password);
  return `${server} cannot be used: ${password === '' ? said : said.replaceAll(password, '***')}`;
}

/** The error for a failed listen, with the name of the setting. Other errors are returned unchanged. */
export function listenRefusal({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>, error: unknown): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new RefusedSetting('PORT', `another program listens on ${PORT} of ${HOST} already`, error);
    case 'EACCES':
      return new RefusedSetting('PORT', `the user who runs the program may not listen on ${PORT}`, error);
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new RefusedSetting('HOST', `${HOST} is no address of this machine`, error);
    default:
      return error;
  }
}
