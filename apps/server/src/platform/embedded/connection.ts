import { realpathSync } from 'node:fs';
import { Client } from 'pg';
import { DATABASE_ROLE, readPassword } from './init.ts';
import { isErrno, sleep } from './processes.ts';
import { EmbeddedError } from './types.ts';

/** The database the product uses; `postgres` stays empty, for work on this one (restore, rename) to be done from. */
const DATABASE = 'prdm';
/** Names of the program's connections begin with it (our address sets it): so a program that leaves sees whether others are still there. */
const APPLICATION = 'prdm';
const LAUNCHER = 'prdm-launcher';

export function databaseUrl(cluster: string, port: number): string {
  const password = encodeURIComponent(readPassword(cluster));
  return `postgres://${DATABASE_ROLE}:${password}@127.0.0.1:${port}/${DATABASE}?application_name=${APPLICATION}`;
}

/**
 * Connects to the server of this folder. Null when it does not take connections (yet, or any more); throws when another
 * server answers or refuses our password.
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
  // Without a listener the end of the server would end this process; who needs to know listens to 'end'.
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

/** Turns the connection into one that counts as a program using the database, see `othersConnected`. */
export async function beSeen(client: Client): Promise<void> {
  await client.query(`set application_name = '${APPLICATION}'`);
}

export async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount) return;
  try {
    await client.query(`create database ${DATABASE}`);
  } catch (cause) {
    // Another start made it in the same moment.
    if (!isErrno(cause, '42P04', '23505')) throw cause;
  }
}

/** Whether another program uses the server. Connections just closed take a moment to vanish, so a few looks are taken. */
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
