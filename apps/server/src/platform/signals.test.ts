import net from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/servers/database.ts';
import { createLog } from './log.ts';
import { Signals } from './signals.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
afterEach(() => vi.restoreAllMocks());

const OTHERS = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
/** Number of connections to the database besides the one of the test. */
const connections = async (): Promise<number> => (await pool.query(`select 1 ${OTHERS}`)).rowCount ?? 0;
const disconnect = () => pool.query(`select pg_terminate_backend(pid) ${OTHERS}`);

/** Makes the first `times` LISTEN statements fail on a working connection. */
function failListening(times: number): void {
  const real = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let left = times;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]): never {
    if (String(args[0]).startsWith('listen') && left > 0) {
      left -= 1;
      return Promise.reject(new Error('no')) as never;
    }
    return real.apply(this, args) as never;
  });
}

it('start closes its connection when LISTEN fails', async () => {
  const signals = new Signals(database.url, pool, createLog('silent'));
  failListening(1);
  await expect(signals.start()).rejects.toThrow('no');
  await expect.poll(connections, { timeout: 5000 }).toBe(0);
  await signals.stop();
});

it('after a lost connection it listens again, on one connection, however many attempts failed', async () => {
  const signals = new Signals(database.url, pool, createLog('silent'));
  await signals.start();
  failListening(2);
  await disconnect();
  const now = async () => (await pool.query(`select query ${OTHERS}`)).rows;
  await expect.poll(now, { timeout: 5000, interval: 20 }).toEqual([]);
  await expect.poll(now, { timeout: 5000, interval: 20 }).toEqual([{ query: 'listen prdm' }]);
  await signals.stop();
  await expect.poll(connections, { timeout: 5000 }).toBe(0);
});

it('stop during a reconnect leaves no connection', async () => {
  const signals = new Signals(database.url, pool, createLog('silent'));
  await signals.start();
  const connects = vi.spyOn(net.Socket.prototype, 'connect');
  await disconnect();
  await expect.poll(() => connects.mock.calls.length, { timeout: 5000, interval: 1 }).toBeGreaterThan(0);
  await signals.stop();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await connections()).toBe(0);
});
