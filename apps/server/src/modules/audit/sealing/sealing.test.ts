import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, sliceDb } from '../../../platform/db.ts';
import { createLog } from '../../../platform/log.ts';
import { systemClock } from '../../../platform/clock.ts';
import { startTwo, type TwoServers } from '../../../testing/servers/start-two.ts';
import { NewestSeals, readSealKey, Sealer, verifyLog } from './index.ts';

/* Two real processes with a worker each, on one database. The test's own pool plays the writers. */

let two: TwoServers;
let enterprise: number;
beforeAll(async () => {
  two = await startTwo();
  enterprise = (await two.modules.organisation.enterpriseIds())[0] ?? 0;
}, 90_000);
afterAll(() => two.stop());

const query = async (text: string, values: unknown[] = []) => (await two.platform.db.pool.query(text, values)).rows;
const INSERT = `insert into action_log (enterprise_id, user_name, ip, agent, event, target_kind, target_id, target_name, after)
  select $1::bigint, '李娜', '10.0.0.1', 'Firefox', 'tasks.edited', 'task', n, '结构图 ' || n, jsonb_build_object('title', n)
  from generate_series(1, $2::int) n`;
const unsealed = async () => Number((await query('select count(*)::int as n from action_unsealed'))[0].n);
const tables = () => sliceDb(two.platform.db, 'action_log', 'action_seal', 'action_unsealed');
async function verified() {
  const key = await readSealKey(two.platform.dataDir, undefined);
  return verifyLog(tables().read, key as Buffer, await new NewestSeals(two.platform.dataDir).read());
}
async function sealedWithin(ms: number): Promise<number> {
  const began = performance.now();
  await expect.poll(unsealed, { timeout: ms, interval: 100 }).toBe(0);
  return performance.now() - began;
}

it('[S55] new rows are sealed within 10 s by one of two processes, in one chain', { timeout: 60_000 }, async () => {
  await sealedWithin(20_000);
  for (let burst = 0; burst < 3; burst += 1) {
    await Promise.all(Array.from({ length: 4 }, () => query(INSERT, [enterprise, 250])));
    console.log(`1,000 rows sealed after ${Math.round(await sealedWithin(10_000))} ms`);
  }
  const { rows, problems } = await verified();
  expect(problems).toEqual([]);
  expect(rows).toBeGreaterThanOrEqual(3000);
  const [chain] = await query(
    'select count(*)::int as n, max(position)::int as last, count(distinct log_id)::int as rows from action_seal where enterprise_id = $1',
    [enterprise],
  );
  expect([chain.last, chain.rows]).toEqual([chain.n, chain.n]);
});

it('a row that commits late is sealed late, and a rolled back one leaves no gap', { timeout: 60_000 }, async () => {
  await sealedWithin(20_000);
  const [late, lost] = [await two.platform.db.pool.connect(), await two.platform.db.pool.connect()];
  try {
    await late.query('begin');
    const { rows } = await late.query(`${INSERT} returning id`, [enterprise, 1]);
    await lost.query('begin');
    await lost.query(INSERT, [enterprise, 5]);
    await lost.query('rollback');
    await query(INSERT, [enterprise, 3]);
    await sealedWithin(10_000);
    await late.query('commit');
    await sealedWithin(10_000);
    const [{ position, last }] = await query(
      `select s.position::int, (select max(position)::int from action_seal where enterprise_id = $1) as last
      from action_seal s where s.enterprise_id = $1 and s.log_id = $2`,
      [enterprise, rows[0].id],
    );
    expect(position).toBe(last);
  } finally {
    late.release();
    lost.release();
  }
  expect((await verified()).problems).toEqual([]);
});

it('a writer waits for no sealer, and a sealer for no other', { timeout: 60_000 }, async () => {
  const other = openDatabase(two.databaseUrl, createLog('silent'), { max: 2 });
  const holder = await two.platform.db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(7346720)');
    const began = performance.now();
    await query(INSERT, [enterprise, 50]);
    const sealer = new Sealer({
      db: other,
      tables: sliceDb(other, 'action_log', 'action_seal', 'action_unsealed'),
      clock: systemClock,
      log: createLog('silent'),
      dataDir: two.platform.dataDir,
    });
    expect(await sealer.sealDue()).toBe(0);
    expect(performance.now() - began).toBeLessThan(3000);
    expect(await unsealed()).toBe(50);
  } finally {
    await holder.query('rollback');
    holder.release();
    await other.close();
  }
  await sealedWithin(10_000);
});

/** `SEAL_ROWS=100000` measures the bar of docs/figures.md on a quiet machine. */
const ROWS = Number(process.env.SEAL_ROWS ?? 10_000);

it('many rows are sealed and verified', { timeout: 300_000 }, async () => {
  for (let part = 0; part < ROWS; part += 5_000) await query(INSERT, [enterprise, 5_000]);
  await sealedWithin(200_000);
  const began = performance.now();
  const { rows, problems } = await verified();
  console.log(`${rows} rows verified in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  expect(problems).toEqual([]);
  expect(rows).toBeGreaterThan(ROWS);
});
