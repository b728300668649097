import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../platform/db.ts';
import { createLog } from '../../platform/log.ts';
import { migrate } from '../../platform/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
    templateDatabase: string;
  }
}

/**
 * One PostgreSQL server for a whole run, migrated once into a template that every test file clones. It runs without
 * fsync, so it cannot test durability. TEST_DATABASE_SERVER selects another server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_SERVER;
  const folder = await mkdtemp(join(tmpdir(), 'prdm-test-'));
  const embedded = given === undefined ? await ownServer(folder) : null;
  const server = given ?? embedded?.url ?? '';
  const template = `tpl_${process.pid}`;

  await onServer(server, async (client) => {
    await client.query(`drop database if exists ${template}`);
    await client.query(`create database ${template}`);
  });
  const database = openDatabase(databaseOn(server, template), createLog('silent'), { max: 2 });
  await migrate(database.kysely);
  await database.close();

  project.provide('databaseServer', server);
  project.provide('templateDatabase', template);
  return async () => {
    await onServer(server, async (client) => {
      const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [template]);
      for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
    });
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Test files run in parallel, some with two server processes. */
const CROWDED = { max_connections: '200' };

/** Loaded on demand, so that a suite on a given server runs without the binaries. */
async function ownServer(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { startEmbedded } = await import('../../platform/embedded/index.ts');
  return startEmbedded({ dataDir: folder, log: () => undefined, durable: false, settings: CROWDED });
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const databaseOn = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};
