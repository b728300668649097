import type { FastifyInstance } from 'fastify';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { professions } from '@prdm/contract/config/dictionaries';
import type { Level } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { ref, type Endpoint } from '@prdm/contract/kit';
import { MASK } from '@prdm/contract/kit/money';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { PASSWORD } from '../../testing/worlds/builders.ts';
import { callOn, signInOn } from '../../testing/worlds/calls.ts';
import { actionLog, plantedSpec, planted, plantEntity, servePlanted } from '../../testing/worlds/planted-entity.ts';
import { buildHolder } from '../../testing/worlds/ranges.ts';
import type { EntityCalls } from './index.ts';

/** Behaviour of the kit that no entity of the product needs yet. */
let app: TestApp;
let served: FastifyInstance;
let token: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  served = await servePlanted(app);
  token = await app.admin();
}, 120_000);
afterAll(async () => {
  await served.close();
  await app.stop();
}, 60_000);

const call = (endpoint: Endpoint, input: object) => callOn(served, endpoint, input, { token, lang: 'zh' });
let made = 0;
const freshName = () => `planted ${(made += 1)}`;
async function add(endpoint: Endpoint, input: object = {}): Promise<{ id: number; name: string }> {
  const name = freshName();
  const answer = await call(endpoint, { name, ...input });
  expect(answer.code, answer.msg).toBe(0);
  return { id: answer.data.id, name };
}

describe('a description', () => {
  const withCall = (name: 'add' | 'edit', field: string, schema: z.ZodType): EntityCalls<'industry'> => {
    const input = (planted[name].input as unknown as z.ZodObject).extend({ [field]: schema });
    return { ...planted, [name]: { ...planted[name], input } } as unknown as EntityCalls<'industry'>;
  };
  it.each([
    ['profession_id', ref('profession')],
    ['profession_id', ref('stage', 'choose')],
    ['profession_ids', z.array(ref('profession'))],
  ])('with an id %s that is not chosen is refused', (field, schema) => {
    for (const name of ['add', 'edit'] as const)
      expect(() => plantEntity(app, plantedSpec(withCall(name, field, schema)))).toThrow(
        `industry: the id "${field}" of ${planted[name].path} must be ref('profession', 'choose')`,
      );
  });

  it('with a filter that is the field of no column is refused', () => {
    for (const name of ['profession_ids', 'amount']) {
      const calls = { ...planted, filters: [...planted.filters, name] };
      expect(() => plantEntity(app, plantedSpec(calls))).toThrow(
        `industry: the filter "${name}" is the field of no column, or of an amount`,
      );
    }
  });
});

it('each declared filter narrows the list and its export', async () => {
  const profession_id = (await add(professions.add)).id;
  const values = { number: 'N 7', direction: 'landscape', folded: true, standard_hours: '7.5', profession_id };
  const { id, name } = await add(planted.add, values);
  await add(planted.add);
  for (const [field, value] of Object.entries(values)) {
    const { data } = await call(planted.index, { [field]: value });
    expect({ field, found: data.list.map((row: { id: number }) => row.id) }).toEqual({ field, found: [id] });
    const url = `${planted.download.path}?${new URLSearchParams({ [field]: String(value) }).toString()}`;
    const file = await served.inject({ url, headers: { 'x-token': token } });
    expect(file.headers['content-type'], file.body.slice(0, 300)).not.toContain('json');
    const [, ...rows] = (await readXlsx(new Uint8Array(file.rawPayload))).sheets[0]?.rows ?? [];
    expect({ field, rows: rows.map(([first]) => first) }).toEqual({ field, rows: [name] });
  }
  const { data } = await call(planted.index, { number: '', direction: '', folded: '' });
  expect(data.list.length).toBeGreaterThan(1);
});

it('a second unique key answers 1018 at its field, on an addition, an edit and a restore', async () => {
  const first = await add(planted.add, { number: 'U 1' });
  const second = await add(planted.add, { number: 'U 2' });
  const taken = { code: CODES.duplicateName, data: { field: 'number' }, msg: '该值已被占用' };
  expect(await call(planted.add, { name: freshName(), number: 'U 1' })).toMatchObject(taken);
  expect(await call(planted.edit, { id: second.id, version: 1, name: second.name, number: 'U 1' })).toMatchObject(
    taken,
  );
  const byName = await call(planted.add, { name: first.name, number: 'U 3' });
  expect(byName).toMatchObject({ code: CODES.duplicateName, data: { field: 'name' }, msg: '名称已存在' });

  expect((await call(planted.del, { items: [{ id: first.id, version: 1 }] })).code).toBe(0);
  await add(planted.add, { number: 'U 1' });
  const restored = await call(planted.restore, { items: [{ id: first.id, version: 2 }] });
  expect(restored).toMatchObject({ code: CODES.duplicateName, data: { field: 'items.0.id', id: first.id } });
  expect(restored.msg).toBe(`“${first.name}”有一项的值已被占用，不能恢复`);
});

describe('a restore', () => {
  it.each(['profession_id', 'profession_ids'])(
    'is refused while an entry of %s is deleted, and names it',
    async (field) => {
      const named = await add(professions.add);
      const given = field === 'profession_ids' ? { [field]: [named.id] } : { [field]: named.id };
      const other = await add(planted.add);
      const { id, name } = await add(planted.add, given);
      const items = [other.id, id].map((one) => ({ id: one, version: 1 }));
      expect((await call(planted.del, { items })).code).toBe(0);
      expect((await call(professions.del, { items: [{ id: named.id, version: 1 }] })).code).toBe(0);
      const deleted = items.map((one) => ({ ...one, version: 2 }));
      const refused = await call(planted.restore, { items: deleted });
      expect(refused).toMatchObject({ code: CODES.wrongState, data: { field: 'items.1.id', id } });
      expect(refused.msg).toBe(`“${name}”引用的“${named.name}”已被删除，不能恢复`);
      // No row of the act is restored.
      expect((await call(planted.restore, { items: deleted })).code).toBe(CODES.wrongState);
      expect((await call(professions.restore, { items: [{ id: named.id, version: 2 }] })).code).toBe(0);
      expect((await call(planted.restore, { items: deleted })).code).toBe(0);
    },
  );

  it('keeps an entry that was disabled meanwhile, as an edit does', async () => {
    const named = await add(professions.add);
    const { id } = await add(planted.add, { profession_id: named.id });
    expect((await call(planted.del, { items: [{ id, version: 1 }] })).code).toBe(0);
    expect((await call(professions.disable, { items: [{ id: named.id, version: 1 }] })).code).toBe(0);
    expect((await call(planted.restore, { items: [{ id, version: 2 }] })).code).toBe(0);
  });

  it('waits for the deletion of a named entry, and is then refused', async () => {
    const named = await add(professions.add);
    const { id } = await add(planted.add, { profession_id: named.id });
    expect((await call(planted.del, { items: [{ id, version: 1 }] })).code).toBe(0);
    const { pool } = app.platform.db;
    const other = await pool.connect();
    // The lock and the change of a deletion that has counted the uses and not yet committed.
    await other.query('begin');
    await other.query('select from dictionary_entry where id = $1 for update', [named.id]);
    await other.query('update dictionary_entry set deleted_at = now() where id = $1', [named.id]);
    const restored = call(planted.restore, { items: [{ id, version: 2 }] });
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const waits = vi.waitFor(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1), 10_000);
    try {
      await Promise.race([waits, restored]);
    } finally {
      await other.query('commit');
      other.release();
    }
    expect((await restored).code).toBe(CODES.wrongState);
  });
});

describe('an amount of an entity', () => {
  const [BEFORE, AFTER] = ['13579246.83', '24681357.92'];
  const DIGITS = /1,?3,?5,?7,?9,?2,?4,?6|2,?4,?6,?8,?1,?3,?5,?7/;

  it.each<[string, Level, boolean, string]>([
    ['nobody in particular', 0, false, MASK],
    ['the manager with the level own', 1, true, AFTER],
    ['another person with the level own', 1, false, MASK],
    ['the level all', 3, false, AFTER],
  ])('is shown to its reader in list, export and action log: %s', async (_who, level, isManager, shown) => {
    const person = await buildHolder(app, { levels: { contract: level }, nodes: ['ProjectSetting-index'] });
    const other = await buildHolder(app, {});
    const manager_id = isManager ? person.id : other.id;
    const { id, name } = await add(planted.add, { amount: BEFORE, manager_id });
    expect((await call(planted.edit, { id, version: 1, name, manager_id, amount: AFTER })).code).toBe(0);

    const own = { token: await signInOn(served, person.account, PASSWORD) };
    const { data } = await callOn(served, planted.index, { word: name }, own);
    expect(data.list).toEqual([expect.objectContaining({ id, amount: shown })]);
    const url = `${planted.download.path}?${new URLSearchParams({ word: name }).toString()}`;
    const file = await served.inject({ url, headers: { 'x-token': own.token } });
    const [, ...rows] = (await readXlsx(new Uint8Array(file.rawPayload))).sheets[0]?.rows ?? [];
    expect(rows[0]).toContain(shown === MASK ? MASK : Number(AFTER));

    const log = await callOn(served, actionLog, {}, own);
    const edited = log.data.list.find((row: { target_id: number; event: string }) => row.target_id === id);
    const was = shown === MASK ? MASK : BEFORE;
    expect(edited).toMatchObject({
      event: 'planted.industryEdited',
      before: { amount: was },
      after: { amount: shown },
    });
    if (shown === MASK) expect(JSON.stringify([data, rows, edited])).not.toMatch(DIGITS);
  });
});
