import { appendFile, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sliceDb } from '../../../platform/db.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { theEnterprise } from '../../../testing/worlds/builders.ts';
import { NewestSeals, readSealKey, verifyLog, type Problem } from './index.ts';
import { sealOf } from './seal.ts';

let app: TestApp;
let enterprise: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  enterprise = await theEnterprise(app);
});
afterAll(() => app.stop());

const query = async (text: string, values: unknown[] = []) => (await app.platform.db.pool.query(text, values)).rows;
/** As the owner of the database with the triggers off, in one session. */
async function forge(...statements: string[]): Promise<void> {
  await query(['begin; set local session_replication_role = replica', ...statements, 'commit'].join('; '));
}
const addRows = (count: number) =>
  query(
    `insert into action_log (enterprise_id, user_name, ip, agent, event, target_kind, target_id, target_name, before, after)
    select $1::bigint, '李娜', '10.0.0.1', 'Firefox', 'tasks.edited', 'task', n, '结构图 ' || n, '{"title":"甲"}', '{"title":"乙"}'
    from generate_series(1, $2::int) n`,
    [enterprise, count],
  );
async function verified() {
  const key = await readSealKey(app.env.DATA_DIR, undefined);
  const outside = await new NewestSeals(app.env.DATA_DIR).read();
  const tables = sliceDb(app.platform.db, 'action_log', 'action_seal', 'action_unsealed');
  return verifyLog(tables.read, key as Buffer, outside);
}
const problem = async (): Promise<Omit<Problem, 'enterpriseId'> | undefined> => {
  const [first] = (await verified()).problems;
  if (first === undefined) return undefined;
  const { enterpriseId, ...rest } = first;
  expect(enterpriseId).toBe(enterprise);
  return rest;
};
const rowAt = async (position: number): Promise<number> =>
  (await query('select log_id from action_seal where enterprise_id = $1 and position = $2', [enterprise, position]))[0]
    .log_id;

beforeEach(async () => {
  await forge('truncate action_log, action_seal, action_unsealed');
  await rm(join(app.env.DATA_DIR, 'audit/newest-seals.jsonl'), { force: true });
  await addRows(30);
  await app.modules.audit.sealer.sealDue();
  await addRows(20);
  await app.modules.audit.sealer.sealDue();
});

describe('[S55] the verifier', () => {
  it('accepts an unchanged log', async () => {
    expect(await verified()).toMatchObject({ rows: 50, waiting: 0, problems: [] });
  });

  it('names an altered row', async () => {
    const id = await rowAt(17);
    await forge(`update action_log set after = '{"title":"丙"}' where id = ${id}`);
    expect(await problem()).toEqual({ kind: 'altered', position: 17, logId: id });
  });

  it('names the first of several altered rows, and one at the end of the chain', async () => {
    const [first, second, last] = [await rowAt(8), await rowAt(9), await rowAt(50)];
    await forge(`update action_log set user_name = '陈伟' where id = ${last}`);
    expect(await problem()).toEqual({ kind: 'altered', position: 50, logId: last });
    await forge(`update action_log set at = at - interval '1 day' where id in (${first}, ${second})`);
    expect(await problem()).toEqual({ kind: 'altered', position: 8, logId: first });
  });

  it('names a removed row, with and without its seal', async () => {
    const id = await rowAt(20);
    await forge(`delete from action_log where id = ${id}`);
    expect(await problem()).toEqual({ kind: 'removed', position: 20, logId: id });
    await forge(`delete from action_seal where log_id = ${id}`);
    expect(await problem()).toEqual({ kind: 'removed', position: 20, logId: null });
  });

  it('names an inserted row, with and without a seal that was made without the key', async () => {
    const columns = 'enterprise_id, user_name, ip, agent, event, target_kind, target_name';
    await forge(`insert into action_log (${columns}) values (${enterprise}, 'x', '', '', 'roles.x', 'role', 'x')`);
    const id = (await query('select max(id) as id from action_log'))[0].id;
    expect(await problem()).toEqual({ kind: 'inserted', position: null, logId: id });
    await forge(`insert into action_seal values (${enterprise}, 51, ${id}, now(), decode(repeat('ab', 32), 'hex'))`);
    expect(await problem()).toEqual({ kind: 'inserted', position: 51, logId: id });
  });

  it('names a removed tail, also after the program went on', async () => {
    const [cut, last] = [await rowAt(41), await rowAt(50)];
    await forge(`delete from action_log where id >= ${cut}`, `delete from action_seal where log_id >= ${cut}`);
    expect(await problem()).toEqual({ kind: 'tail', position: 41, logId: last });
    await addRows(15);
    await app.modules.audit.sealer.sealDue();
    expect(await problem()).toEqual({ kind: 'tail', position: 50, logId: last });
    await addRows(1);
    await app.modules.audit.sealer.sealDue();
    expect(await problem()).toEqual({ kind: 'tail', position: 50, logId: last });
  });

  it('names a chain that was rebuilt without the key', async () => {
    const key = Buffer.alloc(32, 7);
    const id = await rowAt(12);
    await forge(`update action_log set target_name = '另一个' where id = ${id}`);
    const chain = await query(
      `select s.position, s.sealed_at, l.id::text, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at,
        l.user_id::text, l.user_name, l.ip, l.agent, l.event, l.target_kind, l.target_id::text, l.target_name,
        l.project_id::text, l.before::text, l.after::text
      from action_seal s join action_log l on l.enterprise_id = s.enterprise_id and l.id = s.log_id
      where s.enterprise_id = $1 and s.position >= 12 order by s.position`,
      [enterprise],
    );
    let previous = (
      await query('select seal from action_seal where enterprise_id = $1 and position = 11', [enterprise])
    )[0].seal as Buffer;
    const statements: string[] = [];
    for (const row of chain) {
      const { position, sealed_at: sealedAt } = row;
      previous = sealOf(key, row, { enterpriseId: enterprise, position, previous, sealedAt });
      statements.push(`update action_seal set seal = '\\x${previous.toString('hex')}' where position = ${position}`);
    }
    await forge(...statements);
    expect(await problem()).toEqual({ kind: 'rebuilt', position: 12, logId: id });
  });

  it('names a missing file of the newest seals, and rows that no worker seals', async () => {
    await rm(join(app.env.DATA_DIR, 'audit/newest-seals.jsonl'));
    expect(await problem()).toEqual({ kind: 'unanchored', position: null, logId: null });
    await app.modules.audit.sealer.sealDue();
    await addRows(1);
    await app.modules.audit.sealer.sealDue();
    expect(await problem()).toBeUndefined();
    await addRows(1);
    expect(await verified()).toMatchObject({ waiting: 1, problems: [] });
    await forge(`update action_log set at = now() - interval '2 minutes' where id = (select max(id) from action_log)`);
    expect(await problem()).toMatchObject({ kind: 'late' });
  });
});

it('[S55] a seal covers each column of its row, its place and the seal before it', () => {
  const key = Buffer.alloc(32, 3);
  const row = {
    id: '7',
    at: '2026-11-27T08:00:00.000001',
    user_id: '3',
    user_name: '李娜',
    ip: '10.0.0.1',
    agent: 'Firefox',
    event: 'tasks.edited',
    target_kind: 'task',
    target_id: '12',
    target_name: '结构图',
    project_id: '4',
    before: '{"title": "甲"}',
    after: '{"title": "乙"}',
  };
  const place = { enterpriseId: 1, position: 9, previous: Buffer.alloc(32, 1), sealedAt: new Date(0) };
  const others = [
    ...Object.entries(row).map(([name, value]) => sealOf(key, { ...row, [name]: `${value}0` }, place)),
    sealOf(key, { ...row, user_name: `${row.user_name}10`, ip: '.0.0.1' }, place),
    sealOf(key, row, { ...place, enterpriseId: 2 }),
    sealOf(key, row, { ...place, position: 10 }),
    sealOf(key, row, { ...place, previous: Buffer.alloc(32, 2) }),
    sealOf(key, row, { ...place, sealedAt: new Date(1) }),
    sealOf(Buffer.alloc(32, 4), row, place),
    sealOf(key, row, place),
  ].map((seal) => seal.toString('hex'));
  expect(new Set(others).size).toBe(Object.keys(row).length + 7);
});

describe('outside the database', () => {
  it('the key has the mode 0600, and the file of the newest seals survives a cut line', async () => {
    const folder = join(app.env.DATA_DIR, 'audit');
    expect((await stat(join(folder, 'key'))).mode & 0o777).toBe(0o600);
    await appendFile(join(folder, 'newest-seals.jsonl'), '{"enterprise":1,"posi');
    await addRows(1);
    await app.modules.audit.sealer.sealDue();
    const seals = await new NewestSeals(app.env.DATA_DIR).read();
    expect(seals.map(({ position }) => position)).toEqual([30, 50, 51]);
    expect(await problem()).toBeUndefined();
  });

  it('the file of the newest seals stays short and keeps the last line of each enterprise', async () => {
    const seals = new NewestSeals(app.env.DATA_DIR);
    const line = (enterpriseId: number, position: number) => ({
      enterprise: enterpriseId,
      position,
      log_id: position,
      seal: 'ab'.repeat(32),
      at: new Date(0).toISOString(),
    });
    await seals.append([line(900, 5)]);
    await seals.append([{ ...line(901, 7), broken: true }]);
    await seals.append(Array.from({ length: 2500 }, (_, at) => line(902, at + 1)));
    const kept = await seals.read();
    expect(kept.length).toBeLessThan(1010);
    expect(kept.filter(({ enterprise: id }) => id === 900 || id === 901)).toHaveLength(2);
    expect(kept.at(-1)).toMatchObject({ enterprise: 902, position: 2500 });
    expect(await readFile(join(app.env.DATA_DIR, 'audit/newest-seals.jsonl'), 'utf8')).toMatch(/\n$/);
  });
});
