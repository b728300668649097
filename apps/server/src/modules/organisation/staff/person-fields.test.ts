import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userAdd, userIndex } from '@prdm/contract/organisation';
import { userModify } from '@prdm/contract/staff';
import { positions as positionEntity } from '@prdm/contract/organisation/entities';
import { buildDepartment } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let department: { id: number; name: string };

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  department = await buildDepartment(app, { name: '结构所' });
});
afterAll(() => app.stop());

let serial = 0;
const add = (change: object) =>
  app.call(
    userAdd,
    { account: `field${(serial += 1)}`, name: '罗工', department_id: department.id, ...change },
    { token: admin, lang: 'en' },
  );
const rowOf = async (account: string) => (await app.call(userIndex, { word: account }, { token: admin })).data.list[0];

describe('the fields of a person', () => {
  it('[EN-016] account, name, phone, email, position and department are read back', async () => {
    const position = (await app.call(positionEntity.index, { ispage: 'not' }, { token: admin })).data.list[3];
    const given = { account: 'luo.cheng', name: '罗成', phone: '13800000000', email: 'a.b-c_1@ex.com' };
    expect(await add({ ...given, position_id: position.id })).toMatchObject({ code: 0 });
    expect(await rowOf('luo.cheng')).toMatchObject({
      ...given,
      position_id: position.id,
      position_name: position.name,
      department_id: department.id,
      department_name: '结构所',
    });
  });

  it('[VA-011] an account has 2 to 30 characters', async () => {
    for (const account of ['x', 'x'.repeat(31)])
      expect(await add({ account })).toMatchObject({ code: 1001, data: { field: 'account' } });
    for (const account of ['x2', 'x'.repeat(30)]) {
      expect(await add({ account }), account).toMatchObject({ code: 0 });
      expect((await rowOf(account)).account).toBe(account);
    }
  });

  it('[VA-015] a phone and an e-mail of the wrong shape get their own messages', async () => {
    for (const phone of ['123', '23800000000', '138000000000'])
      expect(await add({ phone })).toMatchObject({
        code: 1001,
        data: { field: 'phone' },
        msg: 'The phone number is not valid',
      });
    for (const email of ['a@', 'a@b.c', 'a+b@ex.com'])
      expect(await add({ email })).toMatchObject({
        code: 1001,
        data: { field: 'email' },
        msg: 'The e-mail address is not valid',
      });
  });

  it('a staff number and the days of employment are stored, changed and read back', async () => {
    const days = { entry_date: '2024-03-01', formal_date: '2024-09-01', work_start_date: '2019-07-01' };
    expect(await add({ account: 'days', employee_no: ' A-07 ', ...days })).toMatchObject({ code: 0 });
    const row = await rowOf('days');
    expect(row).toMatchObject({ employee_no: 'A-07', ...days });
    const { id, version, name, department_id } = row;
    const edit = { id, version, name, department_id, employee_no: 'A-07', entry_date: '2024-03-01' };
    expect(await app.call(userModify, edit, { token: admin })).toMatchObject({ code: 0 });
    expect(await rowOf('days')).toMatchObject({ employee_no: 'A-07', formal_date: null, work_start_date: null });
  });

  it.each([
    [
      'a formal day before the day of entry',
      { entry_date: '2024-03-01', formal_date: '2024-02-29' },
      1001,
      'formal_date',
    ],
    ['a day that does not exist', { work_start_date: '2023-02-29' }, 1001, 'work_start_date'],
    ['a staff number of 31 characters', { employee_no: 'x'.repeat(31) }, 1001, 'employee_no'],
    ['the staff number of another person', { employee_no: 'B-1' }, 1018, 'employee_no'],
  ])('%s is refused at its field by both calls', async (_what, change, code, field) => {
    await add({ account: 'owner', employee_no: 'B-1' });
    const account = `refused${serial}`;
    expect(await add({ account, ...change })).toMatchObject({ code, data: { field } });
    expect(await add({ account })).toMatchObject({ code: 0 });
    const { id, version, name, department_id } = await rowOf(account);
    const edit = { id, version, name, department_id, ...change };
    expect(await app.call(userModify, edit, { token: admin })).toMatchObject({ code, data: { field } });
    expect(await rowOf(account)).toMatchObject({ version, employee_no: '', formal_date: null });
  });
});
