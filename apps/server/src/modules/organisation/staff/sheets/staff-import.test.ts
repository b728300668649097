import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userDel, userInfo, userModify } from '@prdm/contract/staff';
import { departmentAdd, userDisable, userIndex } from '@prdm/contract/organisation';
import { positions } from '@prdm/contract/organisation/entities';
import { staffImports } from '@prdm/contract/organisation/staff-sheets';
import { startApp, type TestApp } from '../../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD } from '../../../../testing/worlds/builders.ts';
import { fatesOf, importFile, sendImport, sheetOf, type Cells } from '../../../../testing/worlds/sheets.ts';

let app: TestApp;
let admin: string;
let first: number;
const added = async (endpoint: Parameters<TestApp['call']>[0], input: object): Promise<number> => {
  const { code, msg, data } = await app.call(endpoint, input, { token: admin });
  if (code !== 0) throw new Error(`${code} ${msg}`);
  return data.id;
};
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  const institute = await added(departmentAdd, { name: '设计一院' });
  first = await added(departmentAdd, { name: '结构所', parent_id: institute });
  const other = await added(departmentAdd, { name: '设计二院' });
  await added(departmentAdd, { name: '结构所', parent_id: other });
  await added(positions.add, { name: '结构工程师甲' });
});
afterAll(() => app.stop());
let serial = 0;
let mark = '';
beforeEach(() => {
  mark = `r${(serial += 1)}`;
});

const TITLES = [
  '账号',
  '姓名',
  '部门',
  '岗位',
  '专业',
  '职称',
  '性别',
  '手机号',
  '邮箱',
  '工号',
  '直接上级账号',
  '公司主体',
];
const DAYS = ['入职日期', '转正日期', '参加工作日期'];
const file = (...rows: Cells[]) => sheetOf([[...TITLES, ...DAYS], ...rows]);
const check = async (bytes: Buffer | { bytes: Buffer; name: string }, token = admin) =>
  sendImport(app, staffImports.run, token, bytes);
const undo = (id: number | null) => app.call(staffImports.undo, { id }, { token: admin });
const find = async (account: string) =>
  (await app.call(userIndex, { word: account }, { token: admin })).data.list.find(
    (row: { account: string }) => row.account === account,
  );
const blank = Array.from({ length: 12 }, () => null);
const row = (account: string, name: string | null, department: string | null, rest: Cells = []): Cells =>
  [account, name, department, ...rest, ...blank].slice(0, 15);

describe('an import of staff', { timeout: 60_000 }, () => {
  it('judges each row by the rules of the form', async () => {
    const disabled = await buildPerson(app);
    await app.call(userDisable, { id: disabled.id, version: 1 }, { token: admin });
    const former = await buildPerson(app);
    await app.call(userDel, { id: former.id, version: 1 }, { token: admin });
    await app.platform.db.pool.query(`update staff set employee_no = 'K1' where user_id = $1`, [disabled.id]);
    const leader = (of: string): Cells => [null, null, null, null, null, null, null, of];
    const number = (no: string): Cells => [null, null, null, null, null, null, no];
    const { code, data } = await check(
      await file(
        row(`${mark}a`, '甲', '设计一院/结构所', ['结构工程师甲', '结构', null, '女', '13800000001', 'a@ex.com']),
        row(`${mark}b`, '乙', '结构所'),
        row(`${mark}c`, '丙', '没有'),
        row(`${mark}d`, '丁', '设计一院', ['没有岗位']),
        row(`${mark}e`, '戊', null),
        row('', '己', '设计一院'),
        row('x', '庚', '设计一院'),
        row(former.account, '辛', '设计一院'),
        row(`${mark}f`, '壬', '设计一院', leader('nobody')),
        row(`${mark}g`, '癸', '设计一院', leader(disabled.account)),
        row(`${mark}h`, '子', '设计一院', leader(`${mark}c`)),
        row(`${mark}i`, '丑', '设计一院', leader(`${mark}a`)),
        row(`${mark}j`, '寅', '设计一院', number('K1')),
        row(`${mark}k`, '卯', '设计一院', number('K2')),
        row(`${mark}l`, '辰', '设计一院', number('K2')),
        [...row(`${mark}m`, '巳', '设计一院').slice(0, 12), '2026-03-02', '2026-03-01', null],
        row(`${mark}a`, '甲', '设计一院/结构所'),
        row(`${mark}n`, '午', '设计一院', [null, null, null, null, '123']),
        row(`${mark}p`, '未', '设计一院', leader(`${mark}q`)),
        row(`${mark}q`, '申', '设计一院', leader(`${mark}p`)),
      ),
    );
    expect(code).toBe(0);
    expect(fatesOf(data)).toEqual([
      [2, 'new', null],
      [3, 'refused', '有多个部门叫“结构所”，请写路径，如“设计院/建筑一所”'],
      [4, 'refused', '没有这个部门：没有'],
      [5, 'refused', '没有这个已启用的岗位：没有岗位'],
      [6, 'refused', '此项必填'],
      [7, 'refused', '此项必填'],
      [8, 'refused', expect.stringContaining('2')],
      [9, 'refused', '此账号属于离职员工，请先恢复该员工'],
      [10, 'refused', '没有这个账号：nobody'],
      [11, 'refused', expect.stringContaining('停用')],
      [12, 'refused', '直接上级所在的行不能导入'],
      [13, 'new', null],
      [14, 'refused', '工号已被其他人使用'],
      [15, 'new', null],
      [16, 'refused', '工号已被其他人使用'],
      [17, 'refused', '转正日期不能早于入职日期'],
      [18, 'refused', '与第 2 行重复'],
      [19, 'refused', expect.stringContaining('手机号')],
      [20, 'refused', expect.stringContaining('下级')],
      [21, 'refused', expect.stringContaining('下级')],
    ]);
    expect(data.secrets).toBeNull();
    expect(data.rows[4].column).toBe(2);
    expect(data.rows[5].column).toBe(0);
  });

  it('adds people below each other with one password each, changes others, and repeats without a change', async () => {
    const present = await buildPerson(app, { departmentId: first });
    const bytes = await file(
      row(`${mark}a`, '甲', '设计一院/结构所', [
        '结构工程师甲',
        '结构',
        null,
        '女',
        '13800000001',
        'a@ex.com',
        `${mark}-1`,
        `${mark}b`,
      ]),
      row(`${mark}b`, '乙', '设计一院', [null, null, null, null, null, null, null, present.account]),
      row(present.account, present.name, '设计一院', [null, null, null, '男', null, null, `${mark}-2`]),
    );
    const { checked, done } = await importFile(app, staffImports.run, admin, bytes);
    expect(checked.rows[2]).toMatchObject({ fate: 'changed', was: expect.arrayContaining(['设计一院/结构所']) });
    expect(done.counts).toEqual({ new: 2, changed: 1, same: 0, refused: 0 });
    const [a, b, c] = [await find(`${mark}a`), await find(`${mark}b`), await find(present.account)];
    expect(a).toMatchObject({ name: '甲', position_name: '结构工程师甲', profession_name: '结构', leader_id: b.id });
    expect(a.roles.map(({ key }: { key: string }) => key)).toEqual(['employee']);
    expect(b.leader_id).toBe(present.id);
    expect(c).toMatchObject({ sex: 'male', employee_no: `${mark}-2`, department_name: '设计一院', version: 2 });
    expect(done.secrets?.rows.map(([account, name]) => [account, name])).toEqual([
      [`${mark}a`, '甲'],
      [`${mark}b`, '乙'],
    ]);
    const again = await importFile(app, staffImports.run, admin, bytes);
    expect(again.done).toMatchObject({ counts: { new: 0, changed: 0, same: 3 }, import_id: null, secrets: null });
    const { rows } = await app.platform.db.pool.query('select event from action_log order by id desc limit 4');
    expect(rows.map(({ event }) => event)).toEqual([
      'sheets.imported',
      'organisation.staffModified',
      'organisation.staffAdded',
      'organisation.staffAdded',
    ]);
    const { data } = await undo(done.import_id);
    expect(data).toEqual({ restored: 3, skipped: [] });
    expect(await find(present.account)).toMatchObject({ sex: '', employee_no: '', department_id: first });
    expect(await find(`${mark}a`)).toBeUndefined();
    // The names are free again.
    expect((await check(bytes)).data.counts).toEqual({ new: 2, changed: 1, same: 0, refused: 0 });
  });

  it('two people exchange their staff numbers', async () => {
    const [a, b] = [await buildPerson(app, { departmentId: first }), await buildPerson(app, { departmentId: first })];
    const set = (id: number, no: string) =>
      app.platform.db.pool.query('update staff set employee_no = $2 where user_id = $1', [id, no]);
    await set(a.id, `${mark}1`);
    await set(b.id, `${mark}2`);
    const bytes = await sheetOf([
      ['账号', '姓名', '部门', '工号'],
      [a.account, a.name, '设计一院/结构所', `${mark}2`],
      [b.account, b.name, '设计一院/结构所', `${mark}1`],
    ]);
    expect((await importFile(app, staffImports.run, admin, bytes)).done.counts.changed).toBe(2);
    expect(await find(a.account)).toMatchObject({ employee_no: `${mark}2` });
  });

  it('its undo leaves people who signed in, changed, lead others or stand in a list', async () => {
    const keys = ['in', 'mod', 'lead', 'dept', 'fall', 'free'];
    const rows = keys.map((key) => row(`${mark}${key}`, key, '设计一院'));
    const { done } = await importFile(app, staffImports.run, admin, await file(...rows));
    const idOf = new Map<string, number>();
    for (const key of keys) idOf.set(key, (await find(`${mark}${key}`)).id);
    const password = done.secrets?.rows[0]?.[2] ?? '';
    await app.signIn(`${mark}in`, password);
    const { id, version, name, department_id } = await find(`${mark}mod`);
    await app.call(userModify, { id, version, name, department_id, sex: 'male' }, { token: admin });
    const report = await buildPerson(app);
    const sql = (text: string, values: unknown[]) => app.platform.db.pool.query(text, values);
    await sql('update staff set leader_id = $1 where user_id = $2', [idOf.get('lead'), report.id]);
    await sql('update department set leader_id = $1 where id = $2', [idOf.get('dept'), first]);
    await sql('update enterprise set fallback_approver_ids = array[$1::bigint]', [idOf.get('fall')]);
    expect((await undo(done.import_id)).data).toEqual({
      restored: 1,
      skipped: [
        { name: 'in', reason: '已登录过' },
        { name: 'mod', reason: '导入后又有修改' },
        { name: 'lead', reason: '已被使用' },
        { name: 'dept', reason: '已被使用' },
        { name: 'fall', reason: '已被使用' },
      ],
    });
    expect((await app.call(userInfo, { id: idOf.get('free') }, { token: admin })).code).toBe(1013);
    await sql(`update enterprise set fallback_approver_ids = '{}'`, []);
    await sql('update department set leader_id = null where id = $1', [first]);
  });

  it('keeps the fields of missing columns', async () => {
    const person = await buildPerson(app, { departmentId: first });
    await app.platform.db.pool.query(`update staff set sex = 'male' where user_id = $1`, [person.id]);
    const bytes = await sheetOf([
      ['Account', 'Name', 'Department'],
      [person.account, person.name, '设计一院/结构所'],
    ]);
    expect((await check(bytes)).data.counts).toEqual({ new: 0, changed: 0, same: 1, refused: 0 });
  });

  it('admits no more people than the member limit', async () => {
    const { rows } = await app.platform.db.pool.query(
      `update enterprise set member_limit = 1 + (select count(*) from staff where status <> 'former') returning id`,
    );
    const { data } = await check(await file(row(`${mark}a`, '甲', '设计一院'), row(`${mark}b`, '乙', '设计一院')));
    expect(fatesOf(data)).toEqual([
      [2, 'new', null],
      [3, 'refused', expect.stringContaining('上限')],
    ]);
    await app.platform.db.pool.query('update enterprise set member_limit = 9000 where id = $1', [rows[0].id]);
  });

  it('refuses a csv named xlsx, other bytes, a file without accounts, and a caller without the node', async () => {
    const bad = await check({ bytes: Buffer.from('\u0000\u0001\u0002'), name: 'x.xlsx' });
    expect(bad).toMatchObject({ code: 1001, data: { field: 'file' } });
    const csv = Buffer.from(`账号,姓名,部门\n${mark}a,甲,设计一院\n,乙,设计一院\n`);
    expect(await check({ bytes: csv, name: 'renamed.XLSX' })).toMatchObject({
      code: 1001,
      data: { field: 'file' },
      msg: '文件名是 xlsx，内容却不是。csv 文件请用 .csv 作扩展名',
    });
    expect(fatesOf((await check({ bytes: csv, name: 'people.csv' })).data)).toEqual([
      [2, 'new', null],
      [3, 'refused', '此项必填'],
    ]);
    expect(
      await check(
        await sheetOf([
          ['姓名', '部门'],
          ['甲', '设计一院'],
        ]),
      ),
    ).toMatchObject({
      code: 1001,
      msg: expect.stringContaining('账号'),
    });
    const employee = await app.signIn((await buildPerson(app)).account, PASSWORD);
    expect((await check(await file(row(`${mark}a`, '甲', '设计一院')), employee)).code).toBe(1005);
  });

  it('answers 1009 when a person changed since the check', async () => {
    const person = await buildPerson(app, { departmentId: first });
    const bytes = await file(row(person.account, '新名', '设计一院/结构所'));
    const { data } = await check(bytes);
    await app.call(userModify, { id: person.id, version: 1, name: '别名', department_id: first }, { token: admin });
    expect((await sendImport(app, staffImports.run, admin, bytes, data.digest)).code).toBe(1009);
  });
});
