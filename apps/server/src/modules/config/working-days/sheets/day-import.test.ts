import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { workingDayDownload, workingDayImports } from '@prdm/contract/config/working-day-sheets';
import { workingDayIndex, workingDaySet, type CalendarDay } from '@prdm/contract/config/working-days';
import { startApp, type TestApp } from '../../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD } from '../../../../testing/worlds/builders.ts';
import {
  fatesOf,
  importFile,
  rowsOfSheet,
  sendImport,
  sheetOf,
  type Cells,
} from '../../../../testing/worlds/sheets.ts';

let app: TestApp;
let admin: string;
let employee: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  employee = await app.signIn((await buildPerson(app)).account, PASSWORD);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.platform.db.pool.query('delete from working_day');
  await app.platform.db.pool.query(`update working_calendar set version = version + 1`);
});

const TITLES = ['日期', '类型', '名称'];
const file = (...rows: Cells[]) => sheetOf([TITLES, ...rows]);
const check = async (bytes: Buffer, token = admin) => sendImport(app, workingDayImports.run, token, bytes);
const exceptions = async (): Promise<object[]> =>
  (await app.platform.db.pool.query('select day, kind, name from working_day order by day')).rows;
const year = async (n = 2026): Promise<{ version: number; days: CalendarDay[] }> =>
  (await app.call(workingDayIndex, { year: n }, { token: admin })).data;
const set = async (days: object[]) =>
  app.call(workingDaySet, { days, version: (await year()).version }, { token: admin });
const undo = (id: number | null, token = admin) => app.call(workingDayImports.undo, { id }, { token });
const sheetFrom = async (path: string, lang = 'zh', token = admin) =>
  app.app.inject({ url: path, headers: { 'x-token': token, 'accept-language': lang } });

describe('the check of a file', { timeout: 60_000 }, () => {
  it('answers the fate of every row with its line and reason, and changes nothing', async () => {
    await set([{ day: '2026-06-12', type: 'holiday', name: '院庆' }]);
    const before = await year();
    const bytes = await file(
      ['2026-06-11', '节假日', '春游'],
      ['2026/6/12', '休息日', null],
      ['2026年2月17日', '节假日', '春节'],
      ['2026-06-13', '放假', null],
      ['2026-02-30', '节假日', null],
      ['2026-06-11', '工作日', null],
      [null, '工作日', null],
      ['2026-06-15', null, null],
      ['2026-06-16', '节假日', '长'.repeat(31)],
      ['2100-01-01', '节假日', null],
    );
    const { code, data } = await check(bytes);
    expect(code).toBe(0);
    expect(data.counts).toEqual({ new: 1, changed: 1, same: 1, refused: 7 });
    expect(fatesOf(data)).toEqual([
      [2, 'new', null],
      [3, 'changed', null],
      [4, 'same', null],
      [5, 'refused', '不认识的内容：放假'],
      [6, 'refused', '日期格式不正确'],
      [7, 'refused', '与第 2 行重复'],
      [8, 'refused', '此项必填'],
      [9, 'refused', '此项必填'],
      [10, 'refused', '不能超过 30 个字符'],
      [11, 'refused', '日期须在 2000 年至 2099 年之间'],
    ]);
    expect(data.rows.map((row: { column: number | null }) => row.column).slice(3, 9)).toEqual([1, 0, 0, 0, 1, 2]);
    expect(data.rows[0]).toMatchObject({ cells: ['2026-06-11', '节假日', '春游'], was: [null, '工作日', ''] });
    expect(data.rows[1]).toMatchObject({ cells: ['2026-06-12', '休息日', ''], was: [null, '节假日', '院庆'] });
    expect(data).toMatchObject({ columns: TITLES, ignored: [], import_id: null });
    expect(await year()).toEqual(before);
  });

  it('understands titles and values in every language, in any order, below a heading', async () => {
    const bytes = await sheetOf([
      ['Calendar of 2026', null, null, null],
      ['Type *', 'Remark', 'DATE', '名稱'],
      ['Make-up day', 'x', '2026-06-13', '补班'],
      ['節假日', null, 46185, null],
    ]);
    const { data } = await check(bytes);
    expect(data).toMatchObject({ columns: ['日期', '类型', '名称'], ignored: ['Remark'] });
    expect(data.rows.map(({ cells, fate }: { cells: string[]; fate: string }) => [...cells, fate])).toEqual([
      ['2026-06-13', 'Make-up day', '补班', 'new'],
      ['2026-06-12', '節假日', '', 'new'],
    ]);
  });

  it.each([
    [
      'no known titles',
      [
        ['a', 'b'],
        [1, 2],
      ],
      '表中缺少列：日期, 类型',
    ],
    [
      'a missing column',
      [
        ['日期', '名称'],
        ['2026-06-12', 'x'],
      ],
      '表中缺少列：类型',
    ],
    [
      'a title twice',
      [
        ['日期', 'Date', '类型'],
        ['2026-06-12', 'x', 'y'],
      ],
      '列“Date”出现了两次',
    ],
    ['no rows', [TITLES], '表中没有数据行'],
    ['5,001 rows', [TITLES, ...Array.from({ length: 5001 }, (_, n) => [n, 'x'])], '超过 5000 行，请分成几个文件导入'],
  ] as [string, Cells[], string][])('refuses %s', async (_what, rows, msg) => {
    expect(await check(await sheetOf(rows))).toMatchObject({ code: 1001, msg, data: { field: 'file' } });
  });

  it('refuses a file that is no spreadsheet, one above the size, and none', async () => {
    expect(await check(Buffer.from('%PDF-1.7'))).toMatchObject({
      code: 1001,
      msg: '这不是表格文件，请上传 xlsx 或 csv 文件',
    });
    expect((await check(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'))).code).toBe(1015);
  });

  it('is refused to a person without the node, and to a stranger', async () => {
    const bytes = await file(['2026-06-11', '节假日', 'x']);
    expect((await check(bytes, employee)).code).toBe(1005);
    expect((await sendImport(app, workingDayImports.run, null, bytes)).code).toBe(5);
  });
});

describe('an import', { timeout: 60_000 }, () => {
  it('changes exactly the checked rows in one change, and a second one changes nothing', async () => {
    await set([{ day: '2026-06-12', type: 'holiday', name: '院庆' }]);
    const { version } = await year();
    const bytes = await file(
      ['2026-06-11', '节假日', '春游'],
      ['2026-06-12', '工作日', null],
      ['2026-06-13', '休息日', null],
      ['2026-02-30', '休息日', null],
    );
    const { checked, done } = await importFile(app, workingDayImports.run, admin, bytes);
    expect(done).toMatchObject({ counts: checked.counts, rows: [], digest: checked.digest });
    expect(checked.counts).toEqual({ new: 1, changed: 1, same: 1, refused: 1 });
    expect(await exceptions()).toEqual([{ day: '2026-06-11', kind: 'holiday', name: '春游' }]);
    expect((await year()).version).toBe(version + 1);
    const again = await importFile(app, workingDayImports.run, admin, bytes);
    expect(again.checked.counts).toEqual({ new: 0, changed: 0, same: 3, refused: 1 });
    expect(again.done.import_id).toBeNull();
    expect((await year()).version).toBe(version + 1);
    const { rows } = await app.platform.db.pool.query('select event, after from action_log order by id desc limit 2');
    expect(rows.map(({ event }) => event).toSorted()).toEqual(['config.workingDaysChanged', 'sheets.imported']);
  });

  it('needs the digest of this file and this state, else 1009', async () => {
    const bytes = await file(['2026-06-11', '节假日', '春游']);
    const { data } = await check(bytes);
    const other = await file(['2026-06-11', '节假日', '秋游']);
    expect(await sendImport(app, workingDayImports.run, admin, other, data.digest)).toMatchObject({
      code: 1009,
      msg: '检查之后数据有了变化，请重新检查',
    });
    await set([{ day: '2026-06-11', type: 'restday', name: '他人' }]);
    expect((await sendImport(app, workingDayImports.run, admin, bytes, data.digest)).code).toBe(1009);
    expect(await exceptions()).toEqual([{ day: '2026-06-11', kind: 'restday', name: '他人' }]);
    expect((await sendImport(app, workingDayImports.run, admin, bytes, 'x')).code).toBe(1001);
  });

  it('of two imports of one check at once, one wins', async () => {
    const bytes = await file(['2026-06-11', '节假日', '春游']);
    const { data } = await check(bytes);
    const both = [0, 1].map(() => sendImport(app, workingDayImports.run, admin, bytes, data.digest));
    expect((await Promise.all(both)).map(({ code }) => code).toSorted()).toEqual([0, 1009]);
  });

  it('of 5,000 rows is checked, made, repeated without change and undone', { timeout: 120_000 }, async () => {
    const days = Array.from({ length: 5000 }, (_, n) => new Date(Date.UTC(2030, 0, 1 + n)).toISOString().slice(0, 10));
    const bytes = await file(...days.map((day, n) => [day, '节假日', `第${n}天`]));
    await set([{ day: '2030-01-05', type: 'holiday', name: '原有' }]);
    const before = await exceptions();
    const began = performance.now();
    const { data } = await check(bytes);
    const checkMs = performance.now() - began;
    expect(data.counts).toEqual({ new: 4999, changed: 1, same: 0, refused: 0 });
    const done = await sendImport(app, workingDayImports.run, admin, bytes, data.digest);
    const madeMs = performance.now() - began - checkMs;
    expect(done.code).toBe(0);
    expect((await check(bytes)).data.counts).toEqual({ new: 0, changed: 0, same: 5000, refused: 0 });
    expect(await undo(done.data.import_id)).toMatchObject({ code: 0, data: { restored: 5000, skipped: [] } });
    expect(await exceptions()).toEqual(before);
    if (process.env.SHOW_TIMES) console.log(`5,000 rows: check ${checkMs} ms, import ${madeMs} ms`);
  });
});

describe('the undo of an import', { timeout: 60_000 }, () => {
  it('restores every row, except rows that changed since, and names those', async () => {
    await set([
      { day: '2026-06-12', type: 'holiday', name: '院庆' },
      { day: '2026-06-15', type: 'restday', name: '旧' },
    ]);
    const before = await exceptions();
    const bytes = await file(
      ['2026-06-11', '节假日', '春游'],
      ['2026-06-12', '工作日', null],
      ['2026-06-15', '休息日', '新'],
      ['2026-06-16', '节假日', '新'],
    );
    const { done } = await importFile(app, workingDayImports.run, admin, bytes);
    await set([{ day: '2026-06-16', type: 'restday', name: '又改' }]);
    expect(await undo(done.import_id)).toMatchObject({
      code: 0,
      data: { restored: 3, skipped: [{ name: '2026-06-16', reason: '导入后又有修改' }] },
    });
    expect(await exceptions()).toEqual([...before, { day: '2026-06-16', kind: 'restday', name: '又改' }]);
    expect(await undo(done.import_id)).toMatchObject({ code: 1008, msg: '这次导入已经撤销' });
  });

  it('stands in the history, and is refused to a person without the node and for an import of another kind', async () => {
    const { done } = await importFile(app, workingDayImports.run, admin, await file(['2026-06-11', '节假日', '春游']));
    expect((await undo(done.import_id, employee)).code).toBe(1005);
    expect((await app.call(workingDayImports.index, {}, { token: employee })).code).toBe(1005);
    await app.platform.db.pool.query(`update sheet_import set kind = 'other' where id = $1`, [done.import_id]);
    expect((await undo(done.import_id)).code).toBe(1006);
    await app.platform.db.pool.query(`update sheet_import set kind = 'working_day' where id = $1`, [done.import_id]);
    const listed = async () => (await app.call(workingDayImports.index, {}, { token: admin })).data;
    expect((await listed()).list[0]).toMatchObject({
      id: done.import_id,
      file_name: 'x.xlsx',
      counts: { new: 1, changed: 0, same: 0, refused: 0 },
      undone: null,
    });
    await undo(done.import_id);
    expect((await listed()).list[0].undone).not.toBeNull();
    expect((await undo(999_999)).code).toBe(1006);
  });
});

describe('spreadsheets of the calendar', { timeout: 60_000 }, () => {
  it('the export of a year has every day, and importing it changes nothing, in any language', async () => {
    await set([{ day: '2026-06-12', type: 'holiday', name: '=院庆' }]);
    for (const lang of ['zh', 'en', 'tw']) {
      const { headers, rawPayload } = await sheetFrom(`${workingDayDownload.path}?year=2026`, lang, employee);
      expect(headers['content-type']).toContain('spreadsheetml');
      const rows = await rowsOfSheet(rawPayload);
      expect(rows).toHaveLength(366);
      const { data } = await check(rawPayload);
      expect(data.counts).toEqual({ new: 0, changed: 0, same: 365, refused: 0 });
      expect(data.ignored).toHaveLength(2);
    }
    const zh = await rowsOfSheet((await sheetFrom(`${workingDayDownload.path}?year=2026`)).rawPayload);
    expect(zh[0]).toEqual(['日期', '星期', '类型', '名称', '来源']);
    expect(zh[48]).toEqual([new Date('2026-02-17T00:00:00Z'), '星期二', '节假日', '春节', '法定']);
  });

  it('the template has the titles and an example that the import leaves out', async () => {
    for (const lang of ['zh', 'en']) {
      const { headers, rawPayload } = await sheetFrom(workingDayImports.template.path, lang);
      expect(headers['content-disposition']).toContain(
        encodeURIComponent(lang === 'zh' ? '工作日历导入模板' : 'Working'),
      );
      const rows = await rowsOfSheet(rawPayload);
      expect(rows[0]).toEqual(lang === 'zh' ? [...TITLES, '说明'] : ['Date', 'Type', 'Name', 'Note']);
      expect(rows).toHaveLength(2);
      expect(await check(rawPayload)).toMatchObject({ code: 1001, msg: '表中没有数据行' });
    }
  });

  it('a refused download answers the envelope', async () => {
    const refused = await sheetFrom(workingDayImports.template.path, 'zh', employee);
    expect(refused.headers['content-type']).toContain('application/json');
    expect(refused.json()).toMatchObject({ code: 1005, data: null });
    const bad = await sheetFrom(`${workingDayDownload.path}?year=1999`);
    expect(bad.headers['content-type']).toContain('application/json');
    expect(bad.json()).toMatchObject({ code: 1001, data: { field: 'year' } });
  });
});
