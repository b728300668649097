import { afterEach, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { lend, openDatabase, Trx, type Database } from './db.ts';
import { Live, type LiveFrame, type LiveSocket } from './live.ts';
import { createLog } from './log.ts';

let database: TestDatabase;
let db: Database;
let enterprise: number;
beforeEach(async () => {
  database = await testDatabase();
  db = openDatabase(database.url, createLog('silent'), { max: 4 });
  const { rows } = await sql<{ id: number }>`insert into enterprise (name) values ('x') returning id`.execute(
    db.kysely,
  );
  enterprise = rows[0]?.id ?? 0;
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

type Members = (enterpriseId: number, projectId: number, users: number[]) => Promise<number[]>;
const everybody: Members = (_enterpriseId, _projectId, users) => Promise.resolve(users);

/** One process: its sockets, and what one of them hears. Woken by nothing but the test. */
function process(membersAmong: Members = everybody) {
  const live = new Live({
    tables: lend(db, 'live_message'),
    wake: () => undefined,
    membersAmong,
    log: createLog('silent'),
  });
  const heard: (number | undefined)[] = [];
  const socket: LiveSocket = {
    enterpriseId: enterprise,
    userId: 1,
    send: (frame) => heard.push(frame.id),
    recheck: () => undefined,
  };
  return { live, heard, join: () => live.join(socket) };
}
const frame = (id: number): LiveFrame => ({ type: 'task', id });

/** The reading is over when nothing more comes. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 300));

it('a change that was long under way is told when it is done, and everything once', async () => {
  const { live, heard, join } = process();
  join();
  const tell = (id: number, seconds: number) =>
    db.transaction(async (trx) => {
      await live.tell(trx, enterprise, { users: [1] }, frame(id));
      // As if it had been written so long ago; the transaction ends now.
      await sql`update live_message set created_at = now() - make_interval(secs => ${seconds})
        where frame ->> 'id' = ${String(id)}`.execute(Trx.open(trx));
      await sql`select pg_sleep(${seconds > 0 ? 0.6 : 0})`.execute(Trx.open(trx));
    });
  const long = tell(1, 90);
  await tell(2, 0);
  live.wake();
  await settled();
  expect(heard).toEqual([2]);
  await long;
  await tell(3, 0);
  live.wake();
  await settled();
  live.wake();
  await settled();
  expect(heard).toEqual([2, 1, 3]);
});

it('a time that a message bears is when it was written, not when its transaction began', async () => {
  const { live } = process();
  await db.transaction(async (trx) => {
    await sql`select pg_sleep(0.3)`.execute(Trx.open(trx));
    await live.tell(trx, enterprise, { users: [1] }, frame(1));
    const { rows } = await sql<{ late: boolean }>`
      select created_at > now() + interval '0.2 seconds' as late from live_message`.execute(Trx.open(trx));
    expect(rows).toEqual([{ late: true }]);
  });
});

it('what could not be told for a moment is told at the next reading, in its order and nothing twice', async () => {
  let away = true;
  const hiccup: Members = (_enterpriseId, _projectId, users) =>
    away ? Promise.reject(new Error('the database is away')) : Promise.resolve(users);
  const { live, heard, join } = process(hiccup);
  join();
  await db.transaction(async (trx) => {
    await live.tell(trx, enterprise, { users: [1] }, frame(1));
    await live.tell(trx, enterprise, { project: 7 }, frame(2));
    await live.tell(trx, enterprise, { users: [1] }, frame(3));
  });
  live.wake();
  await settled();
  expect(heard).toEqual([1]);
  away = false;
  live.wake();
  await settled();
  expect(heard).toEqual([1, 2, 3]);
});

it('more than one page of messages is told at once, the newest too', async () => {
  const { live, heard, join } = process();
  join();
  await sql`insert into live_message (enterprise_id, user_ids, frame)
    select ${enterprise}, array[1], jsonb_build_object('type', 'task', 'id', n) from generate_series(1, 2500) n`.execute(
    db.kysely,
  );
  live.wake();
  await expect.poll(() => heard.length, { timeout: 5000 }).toBe(2500);
  expect(heard.at(-1)).toBe(2500);
});
