import { afterAll, beforeAll, expect, it } from 'vitest';
import pino from 'pino';
import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from '../testing/servers/database.ts';
import { openDatabase, type Database } from './db.ts';
import { defineJob, Jobs, type JobKind } from './jobs.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, createLog('silent'), { max: 2 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function startedWith(kind: JobKind<object>): Promise<unknown> {
  const jobs = new Jobs(database.url, createLog('silent'));
  await jobs.start([kind]);
  await jobs.stop();
  const { rows } = await sql`
    select retry_limit, expire_seconds, heartbeat_seconds from pgboss.queue where name = ${kind.name}`.execute(
    db.kysely,
  );
  return rows[0];
}

it('start() updates the settings of a queue that an earlier version created', async () => {
  const first = await startedWith({ name: 'settings', retries: 0, expireSeconds: 60, heartbeatSeconds: 30 });
  expect(first).toEqual({ retry_limit: 0, expire_seconds: 60, heartbeat_seconds: 30 });
  const next = await startedWith({ name: 'settings', retries: 5, expireSeconds: 120 });
  expect(next).toEqual({ retry_limit: 5, expire_seconds: 120, heartbeat_seconds: null });
});

it('a failed job is logged with its kind and its reason', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const kind = defineJob<{ n: number }>({ name: 'failing', retries: 0 });
  const jobs = new Jobs(database.url, log);
  await jobs.start([kind]);
  try {
    await jobs.work(kind, () => Promise.reject(new Error('relation "trash" does not exist')));
    await db.transaction((trx) => jobs.send(trx, kind, { n: 1 }));
    await expect
      .poll(() => lines, { timeout: 10_000 })
      .toMatchObject([{ level: 50, job: 'failing', err: { message: 'relation "trash" does not exist' } }]);
  } finally {
    await jobs.stop();
  }
});

it('a job that waits for a closed enterprise keeps its options and its used retries', async () => {
  const kind = defineJob<{ enterpriseId: number }>({ name: 'closed', retries: 3, heartbeatSeconds: 40 });
  const jobs = new Jobs(database.url, createLog('silent'));
  await jobs.start([kind]);
  try {
    await db.transaction((trx) => jobs.send(trx, kind, { enterpriseId: 7 }));
    await sql`update pgboss.job set priority = 7, retry_limit = 9, retry_count = 2, retry_delay = 5, expire_seconds = 77,
      singleton_key = 'seven' where name = 'closed'`.execute(db.kysely);
    jobs.setGate(() => Promise.resolve(false));
    await jobs.work(kind, () => Promise.reject(new Error('must wait')));
    const waiting = async () =>
      (
        await sql`select priority, retry_limit, retry_count, retry_delay, expire_seconds, heartbeat_seconds, singleton_key,
          start_after > now() + interval '500 seconds' as later
          from pgboss.job where name = 'closed' and state = 'created'`.execute(db.kysely)
      ).rows;
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([
      {
        priority: 7,
        retry_limit: 7,
        retry_count: 0,
        retry_delay: 5,
        expire_seconds: 77,
        heartbeat_seconds: 40,
        singleton_key: 'seven',
        later: true,
      },
    ]);
  } finally {
    await jobs.stop();
  }
});

it('unfinished() returns the jobs that have not ended', async () => {
  const kind = defineJob<{ n: number }>({ name: 'waiting', retries: 0 });
  const jobs = new Jobs(database.url, createLog('silent'));
  await jobs.start([kind]);
  try {
    await db.transaction(async (trx) => {
      await jobs.send(trx, kind, { n: 1 });
      await jobs.send(trx, kind, { n: 2 }, { startAfterSeconds: 3600 });
    });
    const waiting = async () => (await jobs.unfinished(kind)).map(({ n }) => n).toSorted();
    expect(await waiting()).toEqual([1, 2]);
    await jobs.work(kind, () => Promise.resolve());
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([2]);
  } finally {
    await jobs.stop();
  }
});
