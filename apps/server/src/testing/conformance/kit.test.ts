import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { industries, professions, stages as stageCalls, staskTypes } from '@prdm/contract/config/dictionaries';
import { CODES } from '@prdm/contract/codes';
import type { Endpoint } from '@prdm/contract/kit';
import { LIMITS } from '@prdm/contract/limits';
import { buildMatrixWorld } from '../matrix/world.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { actsOf, FOREIGN, setOf, type Stage } from './acts.ts';
import { KIT_ENTITIES } from './kit-entities.ts';

/** The behaviour of every entity of the kit beyond an ordinary entity (docs/domains/entity-kit.md). */
let app: TestApp;
let stage: Stage;
beforeAll(async () => {
  app = await startApp({ works: false });
  stage = await setOf(app, await buildMatrixWorld(app));
}, 120_000);
afterAll(() => app.stop(), 60_000);

interface Row {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly enabled: boolean;
  readonly used: number | null;
  readonly can?: Readonly<Record<string, true | string>>;
}
const item = ({ id, version }: Pick<Row, 'id' | 'version'>) => ({ id, version });
const cellsOf = async (bytes: Buffer) => (await readXlsx(bytes)).sheets[0]?.rows ?? [];
const OWNER = { actor: 'superAdmin' };
/** The answer of an export, without its envelope. */
const asked = async ({ path }: Endpoint, lang: string, input: Record<string, string>) => {
  const url = `${path}?${new URLSearchParams(input).toString()}`;
  const headers = { 'x-token': await app.admin(), 'accept-language': lang };
  return app.app.inject({ method: 'GET', url, headers });
};
const download = async (call: Endpoint, lang: string, input: Record<string, string>) =>
  cellsOf((await asked(call, lang, input)).rawPayload);

describe.each(KIT_ENTITIES)('$described.noun', ({ calls, described, used }) => {
  const acts = () => actsOf(described, stage);
  const ask = (call: Endpoint, input: object, caller = OWNER) => stage.call(call, { ...input }, caller);
  const list = async (input: object = {}, caller = OWNER): Promise<Row[]> =>
    (await ask(calls.index, { state: 'all', ...input }, caller)).data.list;
  const row = async (id: number): Promise<Row> => {
    const found = (await list()).find((one) => one.id === id);
    if (!found) throw new Error(`${described.noun} ${id} is not listed`);
    return found;
  };
  const bulk = (call: Endpoint, items: readonly Pick<Row, 'id' | 'version'>[]) => ask(call, { items: items.map(item) });

  it('disables and enables many rows at once, with an event for each, and lists the enabled ones by default', async () => {
    const [one, two] = [await acts().made(), await acts().made()];
    const { answer, rows } = await stage.logged(() => bulk(calls.disable, [one, two]));
    expect({ code: answer.code, ids: rows.map((each) => each.target_id) }).toEqual({ code: 0, ids: [one.id, two.id] });
    const enabled = (await ask(calls.index, {})).data.list as Row[];
    expect(enabled.filter(({ id }) => id === one.id || id === two.id)).toEqual([]);
    const disabled = await list({ state: 'disabled' });
    expect(disabled.map(({ id }) => id)).toEqual(expect.arrayContaining([one.id, two.id]));
    expect((await bulk(calls.enable, [await row(one.id), await row(two.id)])).code).toBe(0);
    expect(await row(one.id)).toMatchObject({ enabled: true, version: one.version + 2 });
  });

  it('changes no row when one of them is stale, and names it', async () => {
    const [one, two] = [await acts().made(), await acts().made()];
    for (const call of [calls.disable, calls.del]) {
      const { answer, rows } = await stage.logged(() => bulk(call, [one, { ...two, version: two.version + 5 }]));
      expect(answer).toMatchObject({ code: CODES.conflict, data: { field: 'items.1.id', id: two.id } });
      expect(answer.msg).toContain((await row(two.id)).name);
      expect(rows).toEqual([]);
      expect(await row(one.id)).toMatchObject({ enabled: true, version: one.version });
    }
  });

  it('restores a deleted entry, unless its name is taken', async () => {
    const { id, fields, version } = await acts().made();
    expect((await bulk(calls.del, [{ id, version }])).code).toBe(0);
    const heir = await acts().add({ ...fields });
    const taken = await bulk(calls.restore, [{ id, version: version + 1 }]);
    expect(taken).toMatchObject({ code: CODES.duplicateName, data: { field: 'items.0.id' } });
    expect(taken.msg).toContain(String(fields['name']));
    expect((await bulk(calls.del, [{ id: heir.data.id, version: 1 }])).code).toBe(0);
    const { answer, rows } = await stage.logged(() => bulk(calls.restore, [{ id, version: version + 1 }]));
    expect({ code: answer.code, ids: rows.map((each) => each.target_id) }).toEqual({ code: 0, ids: [id] });
    expect(await row(id)).toMatchObject({ version: version + 2, enabled: true });
  });

  it('moves an entry behind another one and to the top, and keeps all versions', async () => {
    const made = [await acts().made(), await acts().made(), await acts().made()];
    const [one, two, three] = made.map(({ id }) => id);
    const order = async () => (await list()).filter(({ id }) => [one, two, three].includes(id)).map(({ id }) => id);
    expect(await order()).toEqual([one, two, three]);
    expect((await ask(calls.sort, { id: three, after_id: one })).code).toBe(0);
    expect(await order()).toEqual([one, three, two]);
    expect((await ask(calls.sort, { id: two, after_id: undefined })).code).toBe(0);
    expect((await list())[0]?.id).toBe(two);
    for (const { id, version } of made) expect((await row(id)).version).toBe(version);
  });

  it('refuses a column that it cannot sort by, and sorts by name in both directions', async () => {
    const refused = await ask(calls.index, { sort: 'version' });
    expect(refused).toMatchObject({ code: CODES.invalid, data: { field: 'sort' } });
    const names = async (order: string) => (await list({ sort: 'name', order })).map(({ name }) => name);
    expect(await names('desc')).toEqual((await names('asc')).toReversed());
  });

  it('finds entries by a part of the name', async () => {
    const { id, fields } = await acts().made();
    const name = String(fields['name']);
    expect((await list({ word: name.slice(2) })).map((one) => one.id)).toContain(id);
    expect(await list({ word: `${name}%` })).toEqual([]);
  });

  it('counts uses and shows the allowed acts only to callers who may write', async () => {
    const { id } = await acts().made();
    const seen = async (actor: string) =>
      (await list({ counted: 'true' }, { actor })).find((one) => one.id === id) as Row;
    expect(await seen('superAdmin')).toMatchObject({ used: 0, can: { edit: true, disable: true, del: true } });
    const other = await seen('employee');
    expect({ used: other.used, can: other.can }).toEqual({ used: null, can: undefined });
  });

  it.runIf(used)('refuses to delete an entry in use with the count and its kind, and disables it', async () => {
    const { id, version } = await acts().made();
    await used?.(app, id, stage.known);
    const refused = await bulk(calls.del, [{ id, version }]);
    expect(refused).toMatchObject({ code: CODES.inUse, data: { used: 1, id, names: [expect.stringMatching(/ 1$/)] } });
    const counted = (await list({ counted: 'true' })).find((one) => one.id === id);
    expect(counted).toMatchObject({ used: 1, can: { del: 'records.reasons.inUse' } });
    expect((await bulk(calls.disable, [{ id, version }])).code).toBe(0);
  });

  it('exports the list with its filters, with titles and names in the language of the reader', async () => {
    const [one, two] = [await acts().made(), await acts().made()];
    const name = `=SUM(A1) ${stage.freshName()}`;
    expect((await ask(calls.edit, { ...one.fields, ...item(one), name })).code).toBe(0);
    const get = (lang: string, input: Record<string, string>) => download(calls.download, lang, input);
    const [titles, first, ...more] = await get('zh', { word: name });
    expect(titles?.[0]).toBe('名称');
    expect(titles?.slice(-2)).toEqual(['状态', '引用']);
    // The name stays text, and a figure is a number.
    expect([first?.[0], first?.slice(-2)]).toEqual([name, ['启用', 0]]);
    expect(more).toEqual([]);
    expect((await get('en', { word: name })).map((cells) => cells[0])).toEqual(['Name', name]);
    expect((await bulk(calls.disable, [two])).code).toBe(0);
    const disabled = (await get('zh', { state: 'disabled', sort: 'name', order: 'desc' })).slice(1);
    const listed = await list({ state: 'disabled', sort: 'name', order: 'desc' });
    expect(disabled.map((cells) => cells.at(-2))).toEqual(listed.map(() => '停用'));
    expect(disabled.map((cells) => cells[0])).toEqual(listed.map((one) => one.name));
  });

  it('shows nothing to another enterprise', async () => {
    const { id, version } = await acts().made();
    expect((await list({}, FOREIGN)).some((one) => one.id === id)).toBe(false);
    for (const call of [calls.restore, calls.enable, calls.disable]) {
      const answer = await stage.call(call, { items: [{ id, version }] }, FOREIGN);
      expect({ path: call.path, code: answer.code }).toEqual({ path: call.path, code: CODES.notFound });
    }
  });
});

it('the frame of a change reaches everybody of the enterprise with the kind', async () => {
  const { rows: before } = await app.platform.db.pool.query('select coalesce(max(id), 0) as id from live_message');
  expect((await stage.call(stageCalls.add, { name: stage.freshName() }, OWNER)).code).toBe(0);
  expect((await stage.call(professions.add, { name: stage.freshName() }, OWNER)).code).toBe(0);
  const { rows } = await app.platform.db.pool.query(
    'select frame, user_ids from live_message where id > $1 order by id',
    [before[0].id],
  );
  expect(rows).toEqual([
    { frame: { type: 'entity', kind: 'stage' }, user_ids: null },
    { frame: { type: 'entity', kind: 'profession' }, user_ids: null },
  ]);
});

describe('an export', () => {
  it('writes figures as numbers, and standard names as the page shows them', async () => {
    const name = stage.freshName();
    const { list } = (await stage.call(professions.index, {}, OWNER)).data;
    const structure = list.find((row: { name: string }) => row.name === '结构');
    await stage.call(staskTypes.add, { name, profession_id: structure.id, standard_hours: '7.5' }, OWNER);
    const [, ...rows] = await download(staskTypes.download, 'en', { word: name });
    expect(rows).toEqual([[name, 'Structure', 7.5, 'Enabled', 0]]);
    const stages = (await download(stageCalls.download, 'en', {})).map((cells) => cells[0]);
    expect(stages).toContain('Concept design');
  });

  it('refuses more rows than it holds with their number, and sends no file', async () => {
    const { pool } = app.platform.db;
    await pool.query(
      `insert into dictionary_entry (enterprise_id, kind, name, sort)
      select 1, 'industry', 'mass ' || n, n from generate_series(1, $1::int) n`,
      [LIMITS.exportMax + 1],
    );
    try {
      const refused = await asked(industries.download, 'en', { word: 'mass' });
      expect(refused.headers['content-type']).toContain('application/json');
      const { code, msg } = refused.json();
      expect({ code, msg }).toMatchObject({ code: CODES.invalid, msg: expect.stringContaining('5001') });
      expect(await download(industries.download, 'en', { word: 'mass 5001' })).toHaveLength(2);
    } finally {
      await pool.query(`delete from dictionary_entry where kind = 'industry' and name like 'mass %'`);
    }
  });
});
