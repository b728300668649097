import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { positionImports, positions, positionTemplates } from '@prdm/contract/organisation/entities';
import { departmentAdd } from '@prdm/contract/organisation';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD } from '../../../testing/worlds/builders.ts';
import { fatesOf, importFile, rowsOfSheet, sendImport, sheetOf, type Cells } from '../../../testing/worlds/sheets.ts';
import { POISON } from '../../../platform/sheets/reading/poison.fixture.ts';
import { departmentOf } from './position-import.ts';

let app: TestApp;
let admin: string;
const ids = { institute: 0, first: 0, second: 0, template: 0 };
const added = async (endpoint: Parameters<TestApp['call']>[0], input: object): Promise<number> => {
  const { code, msg, data } = await app.call(endpoint, input, { token: admin });
  if (code !== 0) throw new Error(`${code} ${msg}`);
  return data.id;
};
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  ids.institute = await added(departmentAdd, { name: '设计一院' });
  ids.first = await added(departmentAdd, { name: '结构所', parent_id: ids.institute });
  const other = await added(departmentAdd, { name: '设计二院' });
  ids.second = await added(departmentAdd, { name: '结构所', parent_id: other });
  ids.template = await added(positionTemplates.add, { name: '一级岗' });
});
afterAll(() => app.stop());
beforeEach(() => app.platform.db.pool.query(`update position set deleted_at = now() where name like '试%'`));

const TITLES = ['名称', '部门', '常用岗位'];
const file = (...rows: Cells[]) => sheetOf([TITLES, ...rows]);
const check = async (bytes: Buffer) => sendImport(app, positionImports.run, admin, bytes);
const undo = (id: number | null) => app.call(positionImports.undo, { id }, { token: admin });
const listed = async () =>
  (await app.call(positions.index, { ispage: 'not', word: '试', state: 'all' }, { token: admin })).data.list.map(
    ({ id: _id, version: _version, ...row }: Record<string, unknown>) => ({
      name: row.name,
      department: row.department_id,
      template: row.position_template_id,
    }),
  );
const one = async (name: string) =>
  (await app.call(positions.index, { ispage: 'not', word: name, state: 'all' }, { token: admin })).data.list[0];

describe('an import of positions', { timeout: 60_000 }, () => {
  it('judges departments by path or name, and common positions by name', async () => {
    await added(positions.add, { name: '试甲', department_id: ids.first });
    const { code, data } = await check(
      await file(
        ['试甲', '结构所', null],
        ['试乙', '设计一院/结构所', '一级岗'],
        ['试丙', '结构所', null],
        ['试丁', '没有/结构所', null],
        ['试戊', null, '没有'],
        ['', '设计一院', null],
        ['试甲', null, null],
      ),
    );
    expect(code).toBe(0);
    expect(fatesOf(data)).toEqual([
      [2, 'same', null],
      [3, 'new', null],
      [4, 'refused', '有多个部门叫“结构所”，请写路径，如“设计院/建筑一所”'],
      [5, 'refused', '没有这个部门：没有/结构所'],
      [6, 'refused', '没有这个常用岗位：没有'],
      [7, 'refused', '此项必填'],
      [8, 'refused', '与第 2 行重复'],
    ]);
  });

  it('adds and changes positions with their events, and its undo restores them', async () => {
    await added(positions.add, { name: '试甲', department_id: ids.first, position_template_id: ids.template });
    const before = await listed();
    const bytes = await file(['试甲', '设计二院/结构所', null], ['试乙', '设计一院', '一级岗'], ['试丙', null, null]);
    const { checked, done } = await importFile(app, positionImports.run, admin, bytes);
    expect(checked.rows[0]).toMatchObject({ fate: 'changed', was: [null, '结构所', '一级岗'] });
    expect(done.counts).toEqual({ new: 2, changed: 1, same: 0, refused: 0 });
    expect(await listed()).toEqual([
      { name: '试甲', department: ids.second, template: null },
      { name: '试乙', department: ids.institute, template: ids.template },
      { name: '试丙', department: null, template: null },
    ]);
    expect((await check(bytes)).data.counts).toEqual({ new: 0, changed: 0, same: 3, refused: 0 });
    const { rows } = await app.platform.db.pool.query('select event from action_log order by id desc limit 4');
    expect(rows.map(({ event }) => event).toSorted()).toEqual([
      'organisation.positionAdded',
      'organisation.positionAdded',
      'organisation.positionEdited',
      'sheets.imported',
    ]);
    expect(await undo(done.import_id)).toMatchObject({ code: 0, data: { restored: 3, skipped: [] } });
    expect(await listed()).toEqual(before);
  });

  it('of 5,000 rows is checked, made, repeated without change and undone', { timeout: 240_000 }, async () => {
    await added(positions.add, { name: '试0', department_id: ids.first, position_template_id: ids.template });
    const before = await listed();
    const rows = Array.from({ length: 5000 }, (_, n) => [`试${n}`, n % 2 ? '设计一院' : '设计二院/结构所', '一级岗']);
    const bytes = await file(...rows);
    const times: number[] = [];
    const timed = async <T>(work: Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await work;
      times.push(Math.round(performance.now() - began));
      return result;
    };
    const { data } = await timed(check(bytes));
    expect(data.counts).toEqual({ new: 4999, changed: 1, same: 0, refused: 0 });
    expect(data.rows).toHaveLength(5000);
    const done = await timed(sendImport(app, positionImports.run, admin, bytes, data.digest));
    expect(done).toMatchObject({ code: 0, data: { counts: { new: 4999, changed: 1 } } });
    expect(await listed()).toHaveLength(5000);
    const second = await timed(importFile(app, positionImports.run, admin, bytes));
    expect(second.done).toMatchObject({ counts: { new: 0, changed: 0, same: 5000 }, import_id: null });
    expect(await timed(undo(done.data.import_id))).toMatchObject({ code: 0, data: { restored: 5000, skipped: [] } });
    expect(await listed()).toEqual(before);
    const [checkMs, importMs, secondMs, undoMs] = times;
    if (process.env['SHOW_TIMES'])
      console.log(
        `5,000 positions: check ${checkMs} ms, import ${importMs} ms, second ${secondMs} ms, undo ${undoMs} ms`,
      );
  });

  it('keeps the fields of a missing column', async () => {
    await added(positions.add, { name: '试甲', department_id: ids.first, position_template_id: ids.template });
    const { data } = await check(await sheetOf([['Name'], ['试甲'], ['试乙']]));
    expect(data.counts).toEqual({ new: 1, changed: 0, same: 1, refused: 0 });
  });

  it('its undo leaves positions that are changed, deleted or in use', async () => {
    const bytes = await file(['试甲', null, null], ['试乙', null, null], ['试丙', null, null], ['试丁', null, null]);
    const { done } = await importFile(app, positionImports.run, admin, bytes);
    const [changed, gone, used] = [await one('试甲'), await one('试乙'), await one('试丙')];
    const { id, version } = changed;
    await app.call(positions.edit, { id, version, name: '试甲', department_id: ids.first }, { token: admin });
    await app.call(positions.del, { items: [{ id: gone.id, version: gone.version }] }, { token: admin });
    const person = await buildPerson(app);
    await app.platform.db.pool.query('update staff set position_id = $1 where user_id = $2', [used.id, person.id]);
    const { data } = await undo(done.import_id);
    expect(data).toEqual({
      restored: 1,
      skipped: [
        { name: '试甲', reason: '导入后又有修改' },
        { name: '试乙', reason: '已不存在' },
        { name: '试丙', reason: '已被使用' },
      ],
    });
    expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(['试甲', '试丙']);
    await app.platform.db.pool.query('update staff set position_id = null where user_id = $1', [person.id]);
  });

  it('answers 1009 when a position changed since the check', async () => {
    await added(positions.add, { name: '试甲' });
    const bytes = await file(['试甲', '设计一院', null]);
    const { data } = await check(bytes);
    const { id, version } = await one('试甲');
    await app.call(positions.edit, { id, version, name: '试甲', department_id: ids.first }, { token: admin });
    expect((await sendImport(app, positionImports.run, admin, bytes, data.digest)).code).toBe(1009);
  });

  it('is refused without the node, and its template is understood', async () => {
    const employee = await app.signIn((await buildPerson(app)).account, PASSWORD);
    expect((await sendImport(app, positionImports.run, employee, await file(['试甲', null, null]))).code).toBe(1005);
    const headers = { 'x-token': admin };
    const { rawPayload } = await app.app.inject({ url: positionImports.template.path, headers });
    expect((await rowsOfSheet(rawPayload))[0]).toEqual([...TITLES, '说明']);
    expect((await check(rawPayload)).msg).toBe('表中没有数据行');
  });
});

/** One of each sort. The reader's own test has all of them. */
const HOSTILE = POISON.filter(([what]) =>
  /^a zip bomb$|a million empty columns$|would grow|password|a picture|was cut/.test(what),
);

describe('hostile files', { timeout: 60_000 }, () => {
  it('end as failed with a reason, and other requests are served meanwhile', { timeout: 300_000 }, async () => {
    expect(HOSTILE).toHaveLength(7);
    let isOver = false;
    const waits: number[] = [];
    const others = (async () => {
      while (!isOver) {
        const began = performance.now();
        const { code } = await app.call(positions.index, { state: 'all' }, { token: admin });
        expect(code).toBe(0);
        waits.push(performance.now() - began);
        await setTimeout(100);
      }
    })();
    const times: number[] = [];
    for (const [what, bytes] of HOSTILE) {
      const began = performance.now();
      const { code, msg, data } = await check(await bytes());
      times.push(performance.now() - began);
      expect({ what, code, field: data?.field }).toEqual({ what, code: 1001, field: 'file' });
      expect(msg, what).not.toMatch(/^(sheets|codes)\./);
    }
    isOver = true;
    await others;
    expect(waits.length).toBeGreaterThan(HOSTILE.length);
    if (process.env['SHOW_TIMES'])
      console.log(`${HOSTILE.length} hostile files: at most ${Math.max(...times)} ms, others ${Math.max(...waits)} ms`);
  });
});

describe('the department of a path', { timeout: 60_000 }, () => {
  const TREE = [
    { id: 1, parent_id: null, name: 'A' },
    { id: 2, parent_id: 1, name: 'B' },
    { id: 3, parent_id: null, name: 'C' },
    { id: 4, parent_id: 3, name: 'B' },
    { id: 5, parent_id: 4, name: 'A' },
  ];
  it.each([
    ['', null, null],
    ['A/B', null, 2],
    [' C ／ B ', null, 4],
    ['C>B>A', null, 5],
    ['B', null, 'several'],
    ['B', 4, 4],
    ['A', null, 1],
    ['B/A', null, 5],
    ['X', null, 'unknown'],
    ['X/B', null, 'unknown'],
  ] as const)('%j beside the department %s is %s', (path, present, expected) => {
    expect(departmentOf(path, TREE, present)).toBe(expected);
  });
});
