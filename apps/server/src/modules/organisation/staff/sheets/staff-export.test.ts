import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { departmentAdd, userAdd, userIndex } from '@prdm/contract/organisation';
import { staffImports, userDownload } from '@prdm/contract/organisation/staff-sheets';
import { startApp, type TestApp } from '../../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD } from '../../../../testing/worlds/builders.ts';
import { importFile, rowsOfSheet, sendImport, sheetOf } from '../../../../testing/worlds/sheets.ts';

let app: TestApp;
let admin: string;
let department: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  department = (await app.call(departmentAdd, { name: '设计一院' }, { token: admin })).data.id;
  const odd = (await app.call(departmentAdd, { name: '给排水/暖通所', parent_id: department }, { token: admin })).data
    .id;
  const given = { name: '秦工', department_id: odd, phone: '13800000001', email: 'qin@ex.com', sex: 'female' };
  const days = {
    employee_no: '007',
    entry_date: '2024-03-01',
    formal_date: '2024-09-01',
    work_start_date: '2019-07-01',
  };
  await app.call(userAdd, { account: 'qin', ...given, ...days }, { token: admin });
  await buildPerson(app, { departmentId: department });
});
afterAll(() => app.stop());

const download = async (token: string, query = '', lang = 'zh') => {
  const headers = { 'x-token': token, 'accept-language': lang };
  return app.app.inject({ url: `${userDownload.path}${query}`, headers });
};
const rowsFor = async (token: string, query?: string, lang?: string) =>
  rowsOfSheet((await download(token, query, lang)).rawPayload);

describe('the export of staff', { timeout: 120_000 }, () => {
  it.each(['zh', 'en', 'tw'])('in %s can be imported again without a change', async (lang) => {
    const { rawPayload } = await download(admin, `?department_id=${department}`, lang);
    const { data } = await sendImport(app, staffImports.run, admin, rawPayload);
    expect(data).toMatchObject({ counts: { new: 0, changed: 0, same: 2, refused: 0 }, ignored: [] });
  });

  it('has the filters of the list and keeps zeros, days and paths', async () => {
    const [titles, row, ...rest] = await rowsFor(admin, '?word=qin');
    expect(rest).toEqual([]);
    expect(titles?.slice(0, 3)).toEqual(['账号', '姓名', '部门']);
    expect(row?.slice(0, 12)).toEqual([
      'qin',
      '秦工',
      '设计一院/给排水/暖通所',
      null,
      null,
      null,
      '女',
      '13800000001',
      'qin@ex.com',
      '007',
      null,
      null,
    ]);
    expect((await rowsFor(admin, '?status=former')).length).toBe(1);
  });

  it('has no contact data for a reader without the key', async () => {
    const keeper = await buildPerson(app, { roles: ['superAdmin'] });
    await app.platform.db.pool.query(
      `update role set content_access = '{}' where key in ('administrator', 'employee')`,
    );
    const reader = await buildPerson(app, { roles: ['administrator'], departmentId: department });
    const token = await app.signIn(reader.account, PASSWORD);
    const [titles, ...rows] = await rowsFor(token, `?department_id=${department}`);
    expect(titles).not.toContain('手机号');
    expect(JSON.stringify(rows)).not.toContain('13800000001');
    expect((await rowsFor(await app.signIn(keeper.account, PASSWORD)))[0]).toContain('手机号');
    const stranger = await app.signIn((await buildPerson(app)).account, PASSWORD);
    expect((await download(stranger)).json()).toMatchObject({ code: 1005 });
  });

  it('5,000 rows: dry run, import, repeat, export and undo', { timeout: 240_000 }, async () => {
    await app.platform.db.pool.query('update enterprise set member_limit = 20000');
    const rows = Array.from({ length: 5000 }, (_, n) => [
      `mass${n}`,
      `张三${n}`,
      n % 2 ? '设计一院' : '设计一院/给排水/暖通所',
      null,
      '结构',
      null,
      '男',
      `139${String(n).padStart(8, '0')}`,
      `mass${n}@ex.com`,
      `N${n}`,
      n === 0 ? null : `mass${n >> 3}`,
      null,
      '2024-03-01',
      '2024-09-01',
      '2019-07-01',
    ]);
    const titles = (await rowsFor(admin))[0] as string[];
    const bytes = await sheetOf([titles, ...rows.map((row) => row.map((cell) => cell ?? null))]);
    const times: number[] = [];
    const timed = async <T>(work: Promise<T>): Promise<T> => {
      const began = performance.now();
      const result = await work;
      times.push(Math.round(performance.now() - began));
      return result;
    };
    const { data } = await timed(sendImport(app, staffImports.run, admin, bytes));
    expect(data.counts).toEqual({ new: 5000, changed: 0, same: 0, refused: 0 });
    const done = await timed(sendImport(app, staffImports.run, admin, bytes, data.digest));
    expect(done).toMatchObject({ code: 0, data: { counts: { new: 5000 } } });
    expect(done.data.secrets.rows).toHaveLength(5000);
    const second = await timed(importFile(app, staffImports.run, admin, bytes));
    expect(second.done).toMatchObject({ counts: { new: 0, changed: 0, same: 5000 }, import_id: null });
    expect((await download(admin)).json()).toMatchObject({ code: 1001, msg: expect.stringContaining('500') });
    const exported = await timed(download(admin, '?word=mass'));
    expect((await rowsOfSheet(exported.rawPayload)).length).toBe(5001);
    const undone = await timed(app.call(staffImports.undo, { id: done.data.import_id }, { token: admin }));
    expect(undone).toMatchObject({ code: 0, data: { restored: 5000, skipped: [] } });
    expect((await app.call(userIndex, { word: 'mass' }, { token: admin })).data.total).toBe(0);
    if (process.env['SHOW_TIMES'])
      console.log(`5,000 people: check, import, second, export, undo: ${times.join(', ')} ms`);
  });
});
