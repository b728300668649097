import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/servers/database.ts';
import { openDatabase, type Database } from './db.ts';
import { defineJob, Jobs } from './jobs.ts';
import { createLog } from './log.ts';

/** Far more than six empty jobs need, far less than the poll interval of an idle worker (30 s). */
const SOON_MS = 10_000;
const COUNT = 6;

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

/** One process: a queue of one kind of jobs, and the times at which its jobs ran. */
async function process(name: string) {
  const kind = defineJob<{ n: number }>({ name });
  const jobs = new Jobs(database.url, createLog('silent'));
  await jobs.start([kind]);
  const worked: { n: number; at: number }[] = [];
  return {
    worked,
    send: () =>
      db.transaction(async (trx) => {
        for (let n = 0; n < COUNT; n += 1) await jobs.send(trx, kind, { n });
      }),
    work: (failing?: number) =>
      jobs.work(kind, ({ n }) => {
        worked.push({ n, at: Date.now() });
        return n === failing ? Promise.reject(new Error('this one fails')) : Promise.resolve();
      }),
    /** Waits until all jobs have run, within SOON_MS. */
    all: () =>
      expect.poll(() => new Set(worked.map(({ n }) => n)).size, { timeout: SOON_MS, interval: 20 }).toBe(COUNT),
    [Symbol.asyncDispose]: () => jobs.stop(),
  };
}

it('jobs that are sent together run without pauses', async () => {
  await using one = await process('at-once');
  await one.work();
  await new Promise((resolve) => setTimeout(resolve, 1000)); // the worker has polled once, found nothing and sleeps
  await one.send();
  await one.all();
  expect(one.worked.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('jobs that waited before the worker started run without pauses, also after a failed one', async () => {
  await using one = await process('backlog');
  await one.send();
  await one.work(2);
  await one.all();
});

it('an idle worker does not fetch', async () => {
  await using one = await process('idle');
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const fetches = () =>
    queries.mock.calls.filter(([text]) => /j\.name = 'idle'[^]*skip locked/i.test(String(text))).length;
  await one.send();
  await one.work();
  await one.all();
  await new Promise((resolve) => setTimeout(resolve, 500)); // the last job is completed, and the next fetch finds nothing
  const before = fetches();
  expect(before).toBeGreaterThan(COUNT);
  await new Promise((resolve) => setTimeout(resolve, 5000));
  expect(fetches()).toBe(before);
  queries.mockRestore();
});

it('jobs of a closed enterprise wait, by their own id or that of their actor, and others run', async () => {
  interface OfEnterprise {
    readonly n: number;
    readonly enterpriseId?: number;
    readonly actor?: { readonly enterpriseId: number };
  }
  const kind = defineJob<OfEnterprise>({ name: 'of-enterprise' });
  const jobs = new Jobs(database.url, createLog('silent'));
  await jobs.start([kind]);
  jobs.setGate((enterpriseId) => Promise.resolve(enterpriseId !== 7));
  const worked: number[] = [];
  await jobs.work(kind, ({ n }) => {
    worked.push(n);
    return Promise.resolve();
  });
  await db.transaction(async (trx) => {
    await jobs.send(trx, kind, { n: 1, enterpriseId: 7 });
    await jobs.send(trx, kind, { n: 2, actor: { enterpriseId: 7 } });
    await jobs.send(trx, kind, { n: 3, enterpriseId: 8 });
    await jobs.send(trx, kind, { n: 4 });
  });
  await expect.poll(() => worked, { timeout: SOON_MS, interval: 20 }).toEqual([3, 4]);
  const waiting = async () => (await jobs.unfinished(kind)).map(({ n }) => n).toSorted();
  await expect.poll(waiting, { timeout: SOON_MS, interval: 20 }).toEqual([1, 2]);
  await jobs.stop();
});

it('a timer runs by the scheduler', async () => {
  const kind = defineJob<Record<string, never>>({ name: 'timer' });
  let ticks = 0;
  const start = async (): Promise<Jobs> => {
    const jobs = new Jobs(database.url, createLog('silent'));
    await jobs.start([kind]);
    await jobs.every(kind, '* * * * *', () => {
      ticks += 1;
      return Promise.resolve();
    });
    return jobs;
  };
  await (await start()).stop();
  // The scheduler looks at the timers when it starts, and then every 30 s.
  await db.pool.query('update pgboss.version set cron_on = null');
  const jobs = await start();
  await expect.poll(() => ticks, { timeout: 20_000, interval: 50 }).toBeGreaterThan(0);
  await jobs.stop();
}, 40_000);
