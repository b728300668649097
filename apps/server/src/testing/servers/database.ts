import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A separate database from the migrated template or the given `template`; takes about 50 ms. */
export async function testDatabase(template = inject('templateDatabase')): Promise<TestDatabase> {
  const name = `t_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(cloneStatement(name, template)));
  return {
    url: databaseUrl(name),
    drop: () => onServer((client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

/** An arbitrary lock number, different from every other lock on this server. */
const MAKING = 7_346_002;

/**
 * The name of a template: the migrated template after `found` has run on it. The first caller of the run creates it
 * and all others reuse it. When `found` fails, no template remains, and every caller gets the error.
 */
export async function foundedTemplate(found: (url: string) => Promise<void>): Promise<string> {
  const name = `${inject('templateDatabase')}_founded`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [MAKING]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(cloneStatement(draft, inject('templateDatabase')));
    await found(databaseUrl(draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

const cloneStatement = (name: string, template: string): string =>
  `create database ${name} template ${template} strategy file_copy`;

function databaseUrl(name: string): string {
  const url = new URL(inject('databaseServer'));
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
