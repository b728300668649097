import { realpathSync } from 'node:fs';
import { Client } from 'pg';
import { DATABASE_ROLE, readPassword } from './init.ts';
import { isErrno, sleep } from './processes.ts';
import { EmbeddedError } from './types.ts';

/** The database of the product. The database `postgres` stays empty, for maintenance of this one (restore, rename). */
const DATABASE = 'prdm';
/**
 * Prefix of the application names of the product's connections; the connection string sets it. A program that stops uses it to find other
 * programs.
 */
const APPLICATION = 'prdm';
const LAUNCHER = 'prdm-launcher';

export function databaseUrl(cluster: string, port: number): string {
  const password = encodeURIComponent(readPassword(cluster));
  return `postgres://${DATABASE_ROLE}:${password}@127.0.0.1:${port}/${DATABASE}?application_name=${APPLICATION}`;
}

/**
 * Connects to the server of this folder. Returns null when it does not accept connections (yet, or any more). Throws when another server
 * answers, or when our password is refused.
 */
export async function connect(cluster: string, port: number): Promise<Client | null> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: DATABASE_ROLE,
    password: readPassword(cluster),
    database: 'postgres',
    application_name: LAUNCHER,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener the end of the server would end this process. Callers that need the event listen to 'end'.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    if (rows[0] && realpathSync(rows[0].folder) === cluster) return client;
    await client.end();
    return null;
  } catch (cause) {
    await client.end();
    if (isErrno(cause, '28P01', '28000')) {
      throw new EmbeddedError(
        `The database in ${cluster} refuses the password of its own password file; was the password changed by hand?`,
      );
    }
    return null;
  }
}

/** Marks the connection as that of a program that uses the database, see `othersConnected`. */
export async function markAsProgram(client: Client): Promise<void> {
  await client.query(`set application_name = '${APPLICATION}'`);
}

export async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount) return;
  try {
    await client.query(`create database ${DATABASE}`);
  } catch (cause) {
    // Another start created it at the same moment.
    if (!isErrno(cause, '42P04', '23505')) throw cause;
  }
}

/** Whether another program uses the server. It polls several times, because closed connections disappear with a delay. */
export async function othersConnected(client: Client): Promise<boolean> {
  for (let look = 0; look < 20; look += 1) {
    const { rows } = await client.query<{ others: number }>(
      'select count(*)::int as others from pg_stat_activity where application_name like $1 and application_name <> $2',
      [`${APPLICATION}%`, LAUNCHER],
    );
    if (rows[0]?.others === 0) return false;
    await sleep(100);
  }
  return true;
}
