import { afterEach, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from '../testing/servers/database.ts';
import { sliceDb, openDatabase, Trx, type Database } from './db.ts';
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

/** One process with its sockets, and the frames that one of them got. Only the test wakes it. */
function process(membersAmong: Members = everybody) {
  const live = new Live({
    tables: sliceDb(db, 'live_message'),
    wake: () => undefined,
    membersAmong,
    log: createLog('silent'),
  });
  const received: (number | undefined)[] = [];
  const socket: LiveSocket = {
    enterpriseId: enterprise,
    userId: 1,
    send: (frame) => received.push(frame.id),
    recheck: () => undefined,
  };
  return { live, received, join: () => live.join(socket) };
}
const frame = (id: number): LiveFrame => ({ type: 'task', id });

/** Waits until no more frames arrive. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 300));

it('a message of a long transaction is delivered after its commit, and every message once', async () => {
  const { live, received, join } = process();
  join();
  const send = (id: number, seconds: number) =>
    db.transaction(async (trx) => {
      await live.notify(trx, enterprise, { users: [1] }, frame(id));
      // The row looks as if it was written long ago; its transaction ends now.
      await sql`update live_message set created_at = now() - make_interval(secs => ${seconds})
        where frame ->> 'id' = ${String(id)}`.execute(Trx.open(trx));
      await sql`select pg_sleep(${seconds > 0 ? 0.6 : 0})`.execute(Trx.open(trx));
    });
  const long = send(1, 90);
  await send(2, 0);
  live.wake();
  await settled();
  expect(received).toEqual([2]);
  await long;
  await send(3, 0);
  live.wake();
  await settled();
  live.wake();
  await settled();
  expect(received).toEqual([2, 1, 3]);
});

it('created_at is the time of the insert, not of the start of the transaction', async () => {
  const { live } = process();
  await db.transaction(async (trx) => {
    await sql`select pg_sleep(0.3)`.execute(Trx.open(trx));
    await live.notify(trx, enterprise, { users: [1] }, frame(1));
    const { rows } = await sql<{ late: boolean }>`
      select created_at > now() + interval '0.2 seconds' as late from live_message`.execute(Trx.open(trx));
    expect(rows).toEqual([{ late: true }]);
  });
});

it('a failed delivery is repeated at the next read, in order and without duplicates', async () => {
  let isAway = true;
  const hiccup: Members = (_enterpriseId, _projectId, users) =>
    isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve(users);
  const { live, received, join } = process(hiccup);
  join();
  await db.transaction(async (trx) => {
    await live.notify(trx, enterprise, { users: [1] }, frame(1));
    await live.notify(trx, enterprise, { project: 7 }, frame(2));
    await live.notify(trx, enterprise, { users: [1] }, frame(3));
  });
  live.wake();
  await settled();
  expect(received).toEqual([1]);
  isAway = false;
  live.wake();
  await settled();
  expect(received).toEqual([1, 2, 3]);
});

it('more than one page of messages is delivered in one read', async () => {
  const { live, received, join } = process();
  join();
  await sql`insert into live_message (enterprise_id, user_ids, frame)
    select ${enterprise}, array[1], jsonb_build_object('type', 'task', 'id', n) from generate_series(1, 2500) n`.execute(
    db.kysely,
  );
  live.wake();
  await expect.poll(() => received.length, { timeout: 5000 }).toBe(2500);
  expect(received.at(-1)).toBe(2500);
});

it('one user has at most 20 sockets: the next is refused, other users are not, and a closed one makes room', () => {
  const { live } = process();
  const join = (userId: number, enterpriseId = enterprise) =>
    live.join({ enterpriseId, userId, send: () => undefined, recheck: () => undefined });
  const leaving = Array.from({ length: 20 }, () => join(1));
  expect(leaving.every((leave) => leave !== null)).toBe(true);
  expect(join(1)).toBeNull();
  expect(join(2)).not.toBeNull();
  expect(join(1, enterprise + 1)).not.toBeNull();
  leaving[0]?.();
  expect(join(1)).not.toBeNull();
  expect(join(1)).toBeNull();
});
