import { afterAll, beforeAll, expect, it } from 'vitest';
import { userAdd } from '@prdm/contract/organisation';
import { userInfo, userModify } from '@prdm/contract/staff';
import { buildDepartment, buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { accountKey } from './identity.rules.ts';

let app: TestApp;
let admin: string;
let departmentId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  departmentId = (await buildDepartment(app)).id;
});
afterAll(() => app.stop());

const add = (account: string) =>
  app.call(userAdd, { account, name: '罗工', department_id: departmentId }, { token: admin, lang: 'en' });

it('an account may mix Han and Latin letters, and no other scripts', async () => {
  for (const account of ['李gong', 'иван', 'νίκος']) expect(await add(account), account).toMatchObject({ code: 0 });
  for (const account of ['аdmin', '李иван', 'νick', 'иванν'])
    expect(await add(account), account).toMatchObject({
      code: 1001,
      msg: 'Use letters of one script in an account; Chinese may be mixed with Latin letters',
      data: { field: 'account' },
    });
  for (const account of ['luo gong', 'luo/gong', '李，工', '..--'])
    expect(await add(account), account).toMatchObject({
      code: 1001,
      msg: 'An account has letters, digits and . _ - @ only, without spaces',
      data: { field: 'account' },
    });
  expect(await add('x')).toMatchObject({ code: 1001, data: { field: 'account' } });
});

it('an account older than the rule signs in, and its record can be saved unchanged', async () => {
  for (const account of ['аdmin-old', 'old one!']) {
    const { id } = await buildPerson(app, { departmentId });
    await app.platform.db.pool.query('update account set account = $2, account_key = $3 where id = $1', [
      id,
      account,
      accountKey(account),
    ]);
    await app.platform.db.pool.query('update staff set account = $2 where user_id = $1', [id, account]);
    await app.signIn(account, PASSWORD);
    const { version, name } = (await app.call(userInfo, { id }, { token: admin })).data;
    const record = { id, version, name, department_id: departmentId };
    expect(await app.call(userModify, record, { token: admin })).toMatchObject({ code: 0 });
    expect((await app.call(userInfo, { id }, { token: admin })).data).toMatchObject({ account, version: version + 1 });
  }
});
