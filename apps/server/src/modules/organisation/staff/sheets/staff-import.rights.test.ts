import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { departmentAdd } from '@prdm/contract/organisation';
import { staffImports } from '@prdm/contract/organisation/staff-sheets';
import { startApp, type TestApp } from '../../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../../../testing/worlds/builders.ts';
import { buildHolder } from '../../../../testing/worlds/ranges.ts';
import { fatesOf, importFile, sendImport, sheetOf, type Cells } from '../../../../testing/worlds/sheets.ts';

let app: TestApp;
let admin: string;
let own: number;
let away: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  own = (await app.call(departmentAdd, { name: '本所' }, { token: admin })).data.id;
  away = (await app.call(departmentAdd, { name: '外所' }, { token: admin })).data.id;
});
afterAll(() => app.stop());

const check = async (token: string, rows: readonly Cells[]) => {
  const titles = ['账号', '姓名', '部门', '手机号'].slice(0, rows[0]?.length ?? 4);
  return sendImport(app, staffImports.run, token, await sheetOf([titles, ...rows]));
};
const holder = async (seesContact: boolean): Promise<string> => {
  const person = await buildHolder(app, {
    nodes: ['Company-user'],
    viewRange: 'department_and_below',
    departmentId: own,
  });
  await app.platform.db.pool.query(
    `update role set content_access = $2 where id in
       (select role_id from role_holder where user_id = $1) and key is distinct from 'employee'`,
    [person.id, seesContact ? ['contact'] : []],
  );
  await app.platform.db.pool.query(`update role set content_access = '{}' where key = 'employee'`);
  return app.signIn(person.account, PASSWORD);
};
const line = ({ account, name }: BuiltPerson, department: string, phone: string | null = null): Cells => [
  account,
  name,
  department,
  phone,
];

describe('an import of staff by a caller', { timeout: 60_000 }, () => {
  it('with a narrow range touches only people and departments of the range', async () => {
    const [inside, outside] = [
      await buildPerson(app, { departmentId: own, phone: '13800000001' }),
      await buildPerson(app, { departmentId: away }),
    ];
    const { data } = await check(await holder(true), [
      line(inside, '本所', '13800000002'),
      line(inside, '外所').with(0, inside.account.toUpperCase()),
      line(outside, '外所'),
      ['range.new', '新人', '本所', '13800000003'],
      ['range.far', '远人', '外所', null],
    ]);
    expect(fatesOf(data)).toEqual([
      [2, 'changed', null],
      [3, 'refused', '与第 2 行重复'],
      [4, 'refused', '超出您管理的部门范围'],
      [5, 'new', null],
      [6, 'refused', '超出您管理的部门范围'],
    ]);
    const moved = await check(await holder(true), [line(inside, '外所', '13800000001')]);
    expect(fatesOf(moved.data)).toEqual([[2, 'refused', '超出您管理的部门范围']]);
  });

  it('changes no phone of a stronger person, and no record of a superAdmin', async () => {
    const strong = await buildPerson(app, { departmentId: own, roles: ['leader'], phone: '13800000001' });
    const top = await buildPerson(app, { departmentId: own, roles: ['superAdmin'] });
    const token = await holder(true);
    const { data } = await check(token, [line(strong, '本所', '13900000000'), line(top, '本所')]);
    expect(fatesOf(data)).toEqual([
      [2, 'refused', expect.stringContaining('您无权授予的角色')],
      [3, 'refused', expect.any(String)],
    ]);
    expect(data.rows[0].column).toBe(3);
    // The rest of the record of a stronger person may change.
    const named = await check(token, [line({ ...strong, name: '改名' }, '本所', '13800000001')]);
    expect(fatesOf(named.data)).toEqual([[2, 'changed', null]]);
  });

  it('without contact data gives no phone to others, and a missing column keeps it', async () => {
    const person = await buildPerson(app, { departmentId: own, phone: '13800000001' });
    const token = await holder(false);
    const { data } = await check(token, [line(person, '本所', '13800000001')]);
    expect(fatesOf(data)).toEqual([[2, 'refused', '您不能查看他人的联系方式，不能更改']]);
    const without = await sheetOf([
      ['账号', '姓名', '部门'],
      [person.account, '新名', '本所'],
    ]);
    const { checked } = await importFile(app, staffImports.run, token, without);
    expect(fatesOf(checked)).toEqual([[2, 'changed', null]]);
    const { rows } = await app.platform.db.pool.query('select name, phone from staff where user_id = $1', [person.id]);
    expect(rows).toEqual([{ name: '新名', phone: '13800000001' }]);
  });

  it('is not undone by a caller who may not write the records', async () => {
    const [inside, outside] = [
      await buildPerson(app, { departmentId: own }),
      await buildPerson(app, { departmentId: away }),
    ];
    const { done } = await importFile(
      app,
      staffImports.run,
      admin,
      await sheetOf([
        ['账号', '姓名', '部门'],
        [inside.account, '内改', '本所'],
        [outside.account, '外改', '外所'],
        ['undo.far', '远新', '外所'],
      ]),
    );
    const undone = await app.call(staffImports.undo, { id: done.import_id }, { token: await holder(true) });
    expect(undone.code).toBe(1005);
    const { data } = await app.call(staffImports.undo, { id: done.import_id }, { token: admin });
    expect(data).toEqual({ restored: 3, skipped: [] });
  });
});
