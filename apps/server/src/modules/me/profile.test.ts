import { afterAll, beforeAll, expect, it } from 'vitest';
import { getKeyIv } from '@prdm/contract/identity';
import { info, profile, updateField, updateProfile } from '@prdm/contract/me';
import { userIndex } from '@prdm/contract/organisation';
import { buildDepartment, buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const proof = async () => {
  const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
  return { password: encryptTransfer(PASSWORD, key, iv), kid };
};

async function newcomer() {
  const department = await buildDepartment(app);
  const person = await buildPerson(app, { departmentId: department.id, phone: '13800000001', email: 'a@example.cn' });
  return { ...person, department: department.name, token: await app.signIn(person.account, PASSWORD) };
}

it('returns the record of the current user', async () => {
  const { token, id, name, account, department } = await newcomer();
  const { data } = await app.call(profile, {}, { token });
  expect(data).toMatchObject({ id, name, account, department_name: department, phone: '13800000001', thumb: '' });
  expect(data).not.toHaveProperty('status');
  expect(data.roles.map(({ key }: { key: string }) => key)).toEqual(['employee']);
});

it('updates the own name and contact data, and refuses other fields', async () => {
  const { token, id, department } = await newcomer();
  const input = { version: 1, name: '新名字', phone: '13900000002', rephone: '13900000002' };
  expect(await app.call(updateProfile, { ...input, ...(await proof()) }, { token })).toMatchObject({ code: 0 });
  expect((await app.call(profile, {}, { token })).data).toMatchObject({
    name: '新名字',
    phone: '13900000002',
    email: '',
    department_name: department,
    version: 2,
  });
  expect((await app.call(info, {}, { token })).data.username).toBe('新名字');
  const found = await app.call(userIndex, { word: 'xinmingzi' }, { token: await app.admin() });
  expect(found.data.list.map((row: { id: number }) => row.id)).toEqual([id]);
  expect(await app.call(updateProfile, input, { token })).toMatchObject({ code: 1009 });
  const more = { ...input, version: 2, department_id: 1 };
  expect(await app.call(updateProfile, more, { token })).toMatchObject({
    code: 1001,
    data: { field: 'department_id' },
  });
});

it('updates one field by its name and refuses fields that the user may not write', async () => {
  const { token } = await newcomer();
  expect(
    await app.call(updateField, { field: 'phone', value: '13700000003', ...(await proof()) }, { token }),
  ).toMatchObject({ code: 0 });
  expect(await app.call(updateField, { field: 'email', value: '', ...(await proof()) }, { token })).toMatchObject({
    code: 0,
  });
  const { data } = await app.call(profile, {}, { token });
  expect(data).toMatchObject({ phone: '13700000003', email: '' });
  const wrong = await app.call(updateField, { field: 'phone', value: '12' }, { token });
  expect(wrong).toMatchObject({ code: 1001, data: { field: 'value' } });
  for (const field of ['roles', 'type', 'enterprise_id', 'password', 'id', '__proto__', 'thumb', 'name'])
    expect(await app.call(updateField, { field, value: '1' }, { token })).toMatchObject({ code: 1001 });
  expect((await app.call(profile, {}, { token })).data).toEqual(data);
});
