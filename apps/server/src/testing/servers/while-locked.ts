import type { PoolClient } from 'pg';
import { expect, vi } from 'vitest';
import type { TestApp } from './start-app.ts';

/**
 * The answers of calls that wait, in this order, for a lock that `lock` holds. `meanwhile` runs in the transaction
 * that holds it. This makes the order of a race deterministic.
 */
export async function whileLocked<T, Rest extends readonly unknown[]>(
  app: Pick<TestApp, 'platform'>,
  lock: string,
  calls: readonly [() => Promise<T>, ...{ [K in keyof Rest]: () => Promise<Rest[K]> }],
  meanwhile: (client: PoolClient) => Promise<unknown>,
): Promise<[T, ...Rest]> {
  const { pool } = app.platform.db;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    const answers: Promise<unknown>[] = [];
    for (const begin of calls) {
      answers.push(begin());
      await vi.waitFor(async () => {
        // Waiting calls have an ungranted lock. pg_blocking_pids does not help: of several waiting calls, the holder
        // itself blocks only the first.
        const waiting = await pool.query(
          `select distinct l.pid from pg_locks l join pg_stat_activity a using (pid)
           where not l.granted and a.datname = current_database()`,
        );
        expect(waiting.rowCount).toBe(answers.length);
      }, 10_000);
    }
    await meanwhile(client);
    await client.query('commit');
    return (await Promise.all(answers)) as [T, ...Rest];
  } finally {
    client.release();
  }
}
