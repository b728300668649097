import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from '../testing/servers/database.ts';
import { Bus, defineEvent, OutboxDispatcher } from './bus.ts';
import { sliceDb, openDatabase, type Database } from './db.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
let db: Database;
let enterprise: number;
beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, createLog('silent'), { max: 2 });
  const { rows } = await sql<{ id: number }>`insert into enterprise (name) values ('x') returning id`.execute(
    db.kysely,
  );
  enterprise = rows[0]?.id ?? 0;
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const Happened = defineEvent<{ n: number }>('probe.happened');
const emit = (bus: Bus, n: number) =>
  db.transaction((trx) =>
    bus.emit(trx, Happened, {
      actor: { enterpriseId: enterprise, userId: null, name: '', ip: '', agent: '', lang: 'zh' },
      target: { kind: 'probe', id: n, name: '' },
      data: { n },
    }),
  );
const left = async () =>
  (
    await sql<{ n: number }>`select (happening -> 'data' ->> 'n')::int as n from outbox order by id`.execute(db.kysely)
  ).rows.map(({ n }) => n);

it('delivered rows are deleted after a week, undelivered ones stay, and onError gets the number of attempts', async () => {
  const outbox = sliceDb(db, 'outbox');
  const bus = new Bus(outbox, () => undefined);
  bus.on(Happened, 'after-commit', (_trx, { data }) =>
    data.n === 3 ? Promise.reject(new Error('a mistake of the program')) : Promise.resolve(),
  );
  const attemptCounts: number[] = [];
  const dispatcher = new OutboxDispatcher({
    transaction: (work) => db.transaction(work),
    outbox,
    bus: () => bus,
    onError: (_error, _event, attempts) => attemptCounts.push(attempts),
  });
  for (const n of [1, 2, 3]) await emit(bus, n);
  for (const tried of [1, 2]) {
    await sql`update outbox set due_at = now() where done_at is null`.execute(db.kysely);
    dispatcher.wake();
    await expect.poll(() => attemptCounts.length).toBe(tried);
  }
  await dispatcher.stop();
  expect(attemptCounts).toEqual([1, 2]);
  const age = (n: number, days: number) =>
    sql`update outbox set created_at = now() - make_interval(days => ${days}),
      done_at = done_at - make_interval(days => ${days}) where happening -> 'data' ->> 'n' = ${String(n)}`.execute(
      db.kysely,
    );
  await age(1, 8);
  await age(2, 6);
  await age(3, 400);
  await bus.sweep();
  expect(await left()).toEqual([2, 3]);
});
