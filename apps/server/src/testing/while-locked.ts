import type { PoolClient } from 'pg';
import { expect, vi } from 'vitest';
import type { TestApp } from './start-app.ts';

/**
 * The answers of calls that stand in line, in this order, at what the statement `lock` holds, while `meanwhile` comes true in the
 * transaction that holds it: what a race leaves to chance, decided.
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
        // Who waits is told by what is not granted: of several in one line only the first is blocked by the holder itself.
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
