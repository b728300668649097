import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userAdd, userIndex } from '@prdm/contract/organisation';
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
});
