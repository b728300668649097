import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODES } from '@prdm/contract/codes';
import { companies } from '@prdm/contract/config/dictionaries';
import type { Endpoint } from '@prdm/contract/kit';
import * as contract from '@prdm/contract/organisation';
import { positions } from '@prdm/contract/organisation/entities';
import { userDel } from '@prdm/contract/staff';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildDepartment, buildPerson, buildProject } from '../../../testing/worlds/builders.ts';

/* Departments as an entity of the kit: order, restore, use count, people and a legal entity. */
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  token = await app.admin();
});
afterAll(() => app.stop());

const ask = (call: Endpoint, input: object) => app.call(call, input, { token });
const tree = async (): Promise<contract.Department[]> => (await ask(contract.departmentIndex, {})).data.list;
const row = async (id: number) => (await tree()).find((one) => one.id === id);
const childrenOf = async (id: number) => (await tree()).filter((one) => one.parent_id === id).map((one) => one.id);
const seen = async (id: number) => ({ id, version: (await row(id))?.version });

it('stands last among its siblings, and moves within its parent only', async () => {
  const top = await buildDepartment(app);
  const ids: number[] = [];
  for (const name of ['一室', '二室', '三室'])
    ids.push((await ask(contract.departmentAdd, { name, parent_id: top.id })).data.id);
  const [one = 0, two = 0, three = 0] = ids;
  expect(await childrenOf(top.id)).toEqual([one, two, three]);
  expect((await ask(contract.departmentSort, { id: three, after_id: one })).code).toBe(0);
  expect(await childrenOf(top.id)).toEqual([one, three, two]);
  expect((await ask(contract.departmentSort, { id: two })).code).toBe(0);
  expect(await childrenOf(top.id)).toEqual([two, one, three]);
  expect((await row(two))?.version).toBe(1);
  const elsewhere = await buildDepartment(app);
  expect((await ask(contract.departmentSort, { id: two, after_id: elsewhere.id })).code).toBe(CODES.notFound);
  // An edit without the order keeps it.
  expect((await ask(contract.departmentEdit, { ...(await seen(one)), name: '一所', parent_id: top.id })).code).toBe(0);
  expect(await childrenOf(top.id)).toEqual([two, one, three]);
});

it('comes back below its parent, unless the name is taken or the parent is removed', async () => {
  const top = await buildDepartment(app);
  const room = await buildDepartment(app, { name: '档案室', parentId: top.id });
  expect((await ask(contract.departmentDel, await seen(room.id))).code).toBe(0);
  const gone = { id: room.id, version: 2 };
  const heir = (await ask(contract.departmentAdd, { name: '档案室', parent_id: top.id })).data.id;
  expect((await ask(contract.departmentRestore, gone)).code).toBe(CODES.duplicateName);
  expect((await ask(contract.departmentDel, await seen(heir))).code).toBe(0);
  expect((await ask(contract.departmentDel, await seen(top.id))).code).toBe(0);
  const orphan = await ask(contract.departmentRestore, gone);
  expect(orphan).toMatchObject({ code: CODES.wrongState, msg: '上级部门已删除，请先恢复上级部门' });
  expect((await ask(contract.departmentRestore, { id: top.id, version: 2 })).code).toBe(0);
  expect((await ask(contract.departmentRestore, { ...gone, version: 1 })).code).toBe(CODES.conflict);
  expect((await ask(contract.departmentRestore, gone)).code).toBe(0);
  expect(await row(room.id)).toMatchObject({ name: '档案室', parent_id: top.id, level: 2, version: 3 });
  expect((await ask(contract.departmentRestore, { ...gone, version: 3 })).code).toBe(CODES.notFound);
});

it('is not removed while a position refers to it, and the answer has the count', async () => {
  const { id } = await buildDepartment(app);
  await ask(positions.add, { name: '所长助理', department_id: id });
  const refused = await ask(contract.departmentDel, await seen(id));
  expect(refused).toMatchObject({ code: CODES.inUse, data: { used: 1, names: ['岗位 1'] } });
});

it('is not removed while a project names it', async () => {
  const { id } = await buildDepartment(app);
  await buildProject(app, { departmentId: id });
  const refused = await ask(contract.departmentDel, await seen(id));
  expect(refused).toMatchObject({ code: CODES.inUse, data: { used: 1, names: ['项目 1'] } });
});

it('has a head, a leading manager and a legal entity, which the gate judges', async () => {
  const [head, manager] = [await buildPerson(app), await buildPerson(app)];
  const company = (await ask(companies.add, { name: '第二公司', colour: '#2b6cb0' })).data.id;
  const fields = { name: '第二设计所', leader_id: head.id, leading_manager_id: manager.id, company_id: company };
  const { id } = (await ask(contract.departmentAdd, fields)).data;
  expect(await row(id)).toMatchObject({
    ...fields,
    leader_name: head.name,
    leading_manager_name: manager.name,
    company_name: '第二公司',
  });
  expect((await ask(companies.disable, { items: [{ id: company, version: 1 }] })).code).toBe(0);
  const other = await ask(contract.departmentAdd, { name: '第三设计所', company_id: company });
  expect(other).toMatchObject({ code: CODES.invalid, data: { field: 'company_id' } });
  // The department keeps the disabled company, and both people, on an edit.
  expect((await ask(contract.departmentEdit, { ...(await seen(id)), ...fields, name: '二所' })).code).toBe(0);
  expect(await row(id)).toMatchObject({ ...fields, name: '二所' });
  await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [manager.id]);
  expect((await ask(contract.departmentEdit, { ...(await seen(id)), ...fields })).code).toBe(0);
  const named = await ask(contract.departmentAdd, { name: '第四设计所', leading_manager_id: manager.id });
  expect(named).toMatchObject({ code: CODES.userDisabled, data: { field: 'leading_manager_id' } });
  const { rows } = await app.platform.db.pool.query('select version from staff where user_id = $1', [manager.id]);
  expect((await ask(userDel, { id: manager.id, version: rows[0].version })).code).toBe(0);
  expect(await row(id)).toMatchObject({ leader_id: head.id, leading_manager_id: null, company_id: company });
});
