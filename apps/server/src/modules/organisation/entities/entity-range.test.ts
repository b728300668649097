import { afterAll, beforeAll, expect, it } from 'vitest';
import * as contract from '@prdm/contract/organisation/entities';
import { userAuths } from '@prdm/contract/staff';
import type { Endpoint } from '@prdm/contract/kit';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildDepartment, buildPerson, PASSWORD, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { buildHolder } from '../../../testing/worlds/ranges.ts';

/* An administrator of one department reads the lists of the enterprise and changes none. */
let app: TestApp;
let admin: string;
let token: string;
let keeper: BuiltPerson;
let other: BuiltPerson;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  const own = await buildDepartment(app);
  keeper = await buildHolder(app, { nodes: ['Company-user'], viewRange: 'department_and_below', departmentId: own.id });
  other = await buildPerson(app, { departmentId: (await buildDepartment(app)).id });
  token = await app.signIn(keeper.account, PASSWORD);
});
afterAll(() => app.stop());

const ask = (call: Endpoint, input: object, by = token) => app.call(call, input, { token: by });

it.each([
  ['positions', contract.positions],
  ['common positions', contract.positionTemplates],
  ['user groups', contract.userGroups],
] as const)('%s', async (_name, calls) => {
  const { id } = (await ask(calls.add, { name: '整个企业' }, admin)).data;
  const items = [{ id, version: 1 }];
  const refused = [
    await ask(calls.add, { name: '另一个' }),
    await ask(calls.edit, { id, version: 1, name: '改名' }),
    await ask(calls.disable, { items }),
    await ask(calls.del, { items }),
    await ask(calls.sort, { id }),
  ];
  expect(refused.map(({ code }) => code)).toEqual([1005, 1005, 1005, 1005, 1005]);
  const { list } = (await ask(calls.index, { word: '整个企业' })).data;
  expect(list).toMatchObject([{ id, name: '整个企业', enabled: true, version: 1 }]);
});

it('the people of a position are those in the range', async () => {
  const { id } = (await ask(contract.positions.add, { name: '两处都有' }, admin)).data;
  for (const person of [keeper, other])
    await app.platform.db.pool.query('update staff set position_id = $1 where user_id = $2', [id, person.id]);
  const idsFor = async (by: string) =>
    (await ask(contract.positionMembers, { id }, by)).data.list.map((one: { id: number }) => one.id);
  expect(await idsFor(token)).toEqual([keeper.id]);
  expect((await idsFor(admin)).toSorted()).toEqual([keeper.id, other.id].toSorted());
});

it('the rights of a person outside the range stay hidden, except to the keeper of roles', async () => {
  expect(await ask(userAuths, { id: other.id })).toMatchObject({ code: 1005 });
  expect(await ask(userAuths, { id: keeper.id })).toMatchObject({ code: 0 });
  const roles = await buildHolder(app, { nodes: ['Role-index'] });
  const keepsRoles = await app.signIn(roles.account, PASSWORD);
  expect(await ask(userAuths, { id: other.id }, keepsRoles)).toMatchObject({ code: 0 });
});
