import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/servers/database.ts';
import { assertDurable, isOutage, isUniqueViolation, openDatabase, Trx, type Database } from './db.ts';
import { startEmbedded } from './embedded/index.ts';
import { createLog } from './log.ts';

let home: TestDatabase;
let db: Database;
beforeAll(async () => {
  home = await testDatabase();
  db = openDatabase(home.url, createLog('silent'));
});
afterAll(async () => {
  await db.close();
  await home.drop();
});

describe('durability check at the start', () => {
  it('refuses a database that may lose committed work, and names each setting', async () => {
    await expect(assertDurable(db)).rejects.toThrow(/fsync=off, full_page_writes=off, synchronous_commit=off/);
  });

  it('refuses when a single setting is off', async () => {
    const name = new URL(home.url).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set synchronous_commit = on`.execute(db.kysely);
    const one = openDatabase(home.url, createLog('silent'), { max: 1 });
    await expect(assertDurable(one)).rejects.toThrow(/fsync=off, full_page_writes=off; /);
    await one.close();
  });

  it('an embedded database of the product passes, and 100 commits cause 100 syncs', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prdm-durable-'));
    const server = await startEmbedded({ dataDir: folder, log: () => undefined });
    try {
      const own = openDatabase(server.url, createLog('silent'), { max: 1 });
      await expect(assertDurable(own)).resolves.toBeUndefined();
      await sql`create table probe (n int)`.execute(own.kysely);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own.kysely);
      const calls = await syncCallsDuring(rows[0]?.pid ?? 0, async () => {
        for (let n = 0; n < 100; n += 1) await sql`insert into probe values (${n})`.execute(own.kysely);
      });
      if (calls !== null) expect(calls).toBeGreaterThanOrEqual(100);
      await own.close();
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Number of sync calls of a process during `work`. null when strace is not installed. */
async function syncCallsDuring(pid: number, work: () => Promise<void>): Promise<number | null> {
  if (!existsSync('/usr/bin/strace')) {
    console.log('strace is not installed: the count of syncs was not looked at');
    await work();
    return null;
  }
  const tracer = spawn('/usr/bin/strace', ['-f', '-e', 'trace=fdatasync,fsync,sync_file_range', '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  tracer.stderr.on('data', (data: Buffer) => (said += data.toString()));
  while (!said.includes('attached')) await new Promise((resolve) => setTimeout(resolve, 20));
  await work();
  const ended = new Promise((resolve) => tracer.once('exit', resolve));
  execFileSync('kill', ['-INT', String(tracer.pid)]);
  await ended;
  return said.match(/\b(fdatasync|fsync)\(/g)?.length ?? 0;
}

describe('a transaction', () => {
  it('runs its afterCommit callbacks after the commit, and not when it fails', async () => {
    const woken: string[] = [];
    await db.transaction(async (trx) => {
      trx.afterCommit(() => woken.push('committed'));
      await sql`select 1`.execute(Trx.open(trx));
      expect(woken).toEqual([]);
    });
    await expect(
      db.transaction((trx) => {
        trx.afterCommit(() => woken.push('failed'));
        return Promise.reject(new Error('no'));
      }),
    ).rejects.toThrow('no');
    expect(woken).toEqual(['committed']);
  });

  it('is retried after a deadlock, so that both sides succeed', async () => {
    await sql`create table two (id int primary key, n int)`.execute(db.kysely);
    await sql`insert into two values (1, 0), (2, 0)`.execute(db.kysely);
    const update = (first: number, second: number) =>
      db.transaction(async (trx) => {
        await sql`update two set n = n + 1 where id = ${first}`.execute(Trx.open(trx));
        await new Promise((resolve) => setTimeout(resolve, 50));
        await sql`update two set n = n + 1 where id = ${second}`.execute(Trx.open(trx));
      });
    await Promise.all([update(1, 2), update(2, 1)]);
    const { rows } = await sql<{ n: number }>`select n from two order by id`.execute(db.kysely);
    expect(rows.map(({ n }) => n)).toEqual([2, 2]);
  });

  it('recognises a unique violation by its constraint', async () => {
    await sql`create table once (n int constraint once_only unique)`.execute(db.kysely);
    await sql`insert into once values (1)`.execute(db.kysely);
    const error: unknown = await sql`insert into once values (1)`.execute(db.kysely).catch((caught: unknown) => caught);
    expect(isUniqueViolation(error, 'once_only')).toBe(true);
    expect(isUniqueViolation(error, 'another')).toBe(false);
  });

  it('an integer beyond 2^53 throws instead of losing digits', async () => {
    await expect(sql`select 9007199254740993::bigint as n`.execute(db.kysely)).rejects.toThrow(/out of range/);
    const { rows } = await sql<{ ids: number[] }>`select array[1, 9007199254740991]::bigint[] as ids`.execute(
      db.kysely,
    );
    expect(rows[0]?.ids).toEqual([1, 9007199254740991]);
  });
});

it('a call whose retries all failed counts as an outage, so the caller may retry', () => {
  const failed = (code: string) => isOutage(Object.assign(new Error('x'), { code }));
  expect(['40001', '40P01', '53300', '57P01', 'ECONNREFUSED'].map(failed)).toEqual(Array(5).fill(true));
  expect(['23505', '42703', '22P02'].map(failed)).toEqual([false, false, false]);
});
