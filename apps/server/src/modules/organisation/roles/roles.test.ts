import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { departmentAdd, departmentIndex, roleIndex, userAdd, userIndex } from '@prdm/contract/organisation';
import { positions } from '@prdm/contract/organisation/entities';
import * as contract from '@prdm/contract/organisation/roles';
import { userInfo } from '@prdm/contract/staff';
import { roles as projectRoles, memberRole, members } from '@prdm/contract/projects';
import { buildPerson, buildProject, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let roleId: (key: string) => number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  const all = await app.modules.organisation.roles(await theEnterprise(app));
  roleId = (key) => all.find((role) => role.key === key)?.id ?? 0;
});
afterAll(() => app.stop());

const call = (endpoint: Parameters<TestApp['call']>[0], input: unknown, token = admin, lang = 'zh') =>
  app.call(endpoint, input, { token, lang });
let serial = 0;
async function newRole(over: object = {}, token = admin) {
  const name = `角色${(serial += 1)}`;
  const answer = await call(contract.roleAdd, { name, kind: 'personnel', ...over }, token);
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0 });
  return { id: answer.data.id as number, name, version: 1 };
}
const info = async (id: number) => (await call(contract.roleInfo, { id })).data;
const give = (id: number, ...user_ids: number[]) => call(contract.roleUserAdd, { id, user_ids });
/** A person with a new role of these parts. */
async function keeper(over: object) {
  const role = await newRole(over);
  const person = await buildPerson(app);
  expect(await give(role.id, person.id)).toMatchObject({ code: 0, data: { changed: 1 } });
  return { ...person, role, token: await app.signIn(person.account, PASSWORD) };
}
const logged = async (event: string, id: number) =>
  (
    await app.platform.db.pool.query(
      'select before, after from action_log where event = $1 and target_id = $2 order by id',
      [event, id],
    )
  ).rows;

const PARTS = {
  access: ['home-Task-all', 'home-Role-index'],
  view_range: 'department',
  content_access: ['contact'],
  data_board_access: ['projects'],
  module_permission: { contract: 2, cost: 0 },
};

describe('a role', () => {
  it('is added, read with its five parts, changed, copied and deleted, with a log row each', async () => {
    const { id, name } = await newRole({ ...PARTS, sort: 7 });
    expect(await info(id)).toMatchObject({
      name,
      kind: 'personnel',
      is_system: false,
      ...PARTS,
      module_permission: { contract: 2 },
      sort: 7,
      holders: 0,
      version: 1,
      can: { edit: true, copy: true, del: true },
    });
    const change = { id, version: 1, name: `${name}改`, access: [], view_range: 'self', content_access: [] };
    expect(await call(contract.roleEdit, change)).toMatchObject({ code: 0 });
    // A part that is left out stays.
    expect(await info(id)).toMatchObject({
      name: `${name}改`,
      access: [],
      view_range: 'self',
      content_access: [],
      data_board_access: ['projects'],
      module_permission: { contract: 2 },
      version: 2,
    });
    const copy = await call(contract.roleCopy, { id });
    expect(copy).toMatchObject({ code: 0, data: { name: `${name}改 副本` } });
    expect(await info(copy.data.id)).toMatchObject({ module_permission: { contract: 2 }, key: null });
    const order = (await call(roleIndex, {})).data.list.map((role: { id: number }) => role.id);
    expect(order.indexOf(copy.data.id)).toBe(order.indexOf(id) + 1);
    expect(await call(contract.roleDel, { id: copy.data.id, version: 1 })).toMatchObject({ code: 0 });
    expect(await call(contract.roleInfo, { id: copy.data.id })).toMatchObject({ code: 1006 });
    expect(await logged('organisation.roleEdited', id)).toMatchObject([
      { before: { name, access: PARTS.access }, after: { name: `${name}改`, access: [] } },
    ]);
    expect(await logged('organisation.roleAdded', copy.data.id)).toHaveLength(1);
    expect(await logged('organisation.roleRemoved', copy.data.id)).toHaveLength(1);
  });

  it('[VA-017] has a name of at most 25 characters, which is free and not reserved', async () => {
    const add = (name: string) => call(contract.roleAdd, { name, kind: 'personnel' });
    expect(await add('长'.repeat(26))).toMatchObject({ code: 1001, data: { field: 'name' } });
    expect(await add('长'.repeat(25))).toMatchObject({ code: 0 });
    expect(await add('长'.repeat(25))).toMatchObject({ code: 1018, data: { field: 'name' } });
    expect(await add('')).toMatchObject({ code: 1001, data: { field: 'name' } });
    for (const name of ['ＬＥＡＤＥＲ ', 'superAdmin', 'SUPERADMIN ', ' leader', 'ｌｅａｄｅｒ'])
      expect(await add(name), name).toMatchObject({ code: 1001, data: { field: 'name' } });
    const { id } = await newRole();
    expect(await call(contract.roleEdit, { id, version: 1, name: 'ＬＥＡＤＥＲ ' })).toMatchObject({ code: 1001 });
    expect(await call(contract.roleCopy, { id, name: 'leader' })).toMatchObject({ code: 1001 });
  });

  it('[VA-010] takes levels and an order that are whole numbers of at least 0', async () => {
    const add = (over: object) => call(contract.roleAdd, { name: `数${(serial += 1)}`, kind: 'personnel', ...over });
    for (const level of [-1, 'x', 1.5, 4])
      expect(await add({ module_permission: { contract: level } }), String(level)).toMatchObject({
        code: 1001,
        data: { field: 'module_permission.contract' },
      });
    for (const sort of [-1, 'x', 0.5])
      expect(await add({ sort }), String(sort)).toMatchObject({ code: 1001, data: { field: 'sort' } });
    expect(await add({ sort: 0, module_permission: { contract: 0 } })).toMatchObject({ code: 0 });
    expect(await add({ access: ['home-Nothing-at-all'] })).toMatchObject({ code: 1001 });
    expect(await add({ content_access: ['everything'] })).toMatchObject({ code: 1001 });
    expect(await add({ view_range: 'world' })).toMatchObject({ code: 1001, data: { field: 'view_range' } });
    expect(await add({ module_permission: { salary: 1 } })).toMatchObject({ code: 1001 });
  });

  it('answers 1009 for a stale version and changes nothing', async () => {
    const { id, name } = await newRole();
    expect(await call(contract.roleEdit, { id, version: 1, name })).toMatchObject({ code: 0 });
    expect(await call(contract.roleEdit, { id, version: 1, name: '迟到' })).toMatchObject({ code: 1009 });
    expect(await call(contract.roleDel, { id, version: 1 })).toMatchObject({ code: 1009 });
    expect(await info(id)).toMatchObject({ name, version: 2 });
  });

  it('in use answers 1019 with the count, a standard role 1008', async () => {
    const { id } = await newRole();
    const people = [await buildPerson(app), await buildPerson(app)];
    await give(id, ...people.map((person) => person.id));
    expect(await call(contract.roleDel, { id, version: 1 })).toMatchObject({ code: 1019, data: { used: 2 } });
    await call(contract.roleUserDel, { id, user_ids: people.map((person) => person.id) });
    expect(await call(contract.roleDel, { id, version: 1 })).toMatchObject({ code: 0 });
    expect(await call(contract.roleDel, { id: roleId('finance'), version: 1 })).toMatchObject({ code: 1008 });
  });

  it('moves in the order of the list', async () => {
    const [first, second] = [await newRole(), await newRole()];
    expect(await call(contract.roleSort, { id: second.id })).toMatchObject({ code: 0 });
    const order = async () => (await call(roleIndex, {})).data.list.map((role: { id: number }) => role.id);
    expect((await order())[0]).toBe(second.id);
    await call(contract.roleSort, { id: second.id, after_id: first.id });
    expect((await order()).slice(-2)).toEqual([first.id, second.id]);
  });

  it('[BU-007] an employee gets department, position and role, and the four lists show it', async () => {
    const role = await newRole();
    const department_id = (await call(departmentAdd, { name: '第四所' })).data.id;
    const position_id = (await call(positions.add, { name: '主创' })).data.id;
    const person = { account: 'bu007', name: '柳七', department_id, position_id, role_ids: [role.id] };
    const { id } = (await call(userAdd, person)).data;
    const listed = (await call(userIndex, { word: '柳七' })).data.list;
    expect(listed).toMatchObject([{ id, department_name: '第四所', position_name: '主创' }]);
    expect(listed[0].roles.map((one: { name: string }) => one.name)).toContain(role.name);
    expect((await call(departmentIndex, {})).data.list).toContainEqual(
      expect.objectContaining({ name: '第四所', members: 1 }),
    );
    expect((await call(positions.index, {})).data.list).toContainEqual(expect.objectContaining({ name: '主创' }));
    expect((await call(roleIndex, {})).data.list).toContainEqual(expect.objectContaining({ id: role.id, holders: 1 }));
    expect((await call(contract.roleUsers, { id: role.id })).data).toMatchObject({
      list: [{ id, name: '柳七' }],
      total: 1,
    });
  });
});

describe('an editor below superAdmin', () => {
  it('cannot grant a right, range, content or level that the editor lacks: 1005 with it', async () => {
    const { token } = await keeper(PARTS);
    const add = (over: object, lang = 'zh') =>
      call(contract.roleAdd, { name: `越权${(serial += 1)}`, kind: 'personnel', ...over }, token, lang);
    expect(await add({ access: ['home-Task-all'], view_range: 'department' })).toMatchObject({ code: 0 });
    expect(await add({ access: ['home-Task-all', 'home-Contract-add'] }, 'en')).toMatchObject({
      code: 1005,
      data: { field: 'access', lacking: 'home-Contract-add' },
      msg: 'You do not hold “Create contracts” and cannot grant or change it',
    });
    expect(await add({ access: ['home-Task-all'], view_range: 'enterprise' })).toMatchObject({
      code: 1005,
      data: { field: 'view_range' },
    });
    expect(await add({ content_access: ['secret'] })).toMatchObject({ code: 1005, data: { field: 'content_access' } });
    expect(await add({ module_permission: { contract: 3 } })).toMatchObject({
      code: 1005,
      data: { field: 'module_permission.contract' },
    });
    expect(await add({ kind: 'project', access: ['home-Task-edit'] })).toMatchObject({ code: 1005 });
  });

  it('cannot change, copy or delete a role that holds more, nor give or take it', async () => {
    const { token } = await keeper(PARTS);
    const above = await newRole({ access: ['home-Contract-add'] });
    const person = await buildPerson(app);
    const { id, name } = above;
    const refused = { code: 1005, data: { lacking: 'home-Contract-add' } };
    expect(await call(contract.roleEdit, { id, version: 1, name, access: [] }, token)).toMatchObject(refused);
    expect(await call(contract.roleCopy, { id }, token)).toMatchObject(refused);
    expect(await call(contract.roleDel, { id, version: 1 }, token)).toMatchObject(refused);
    expect(await call(contract.rolePreview, { id, access: ['home-Contract-edit'] }, token)).toMatchObject({
      code: 1005,
    });
    const people = { id, user_ids: [person.id] };
    expect(await call(contract.roleUserAdd, people, token)).toMatchObject({ code: 1005, data: { field: 'user_ids' } });
    await give(id, person.id);
    expect(await call(contract.roleUserDel, people, token)).toMatchObject({ code: 1005 });
    expect(await info(id)).toMatchObject({ name, access: ['home-Contract-add'], holders: 1, version: 1 });
  });

  it('cannot change a role that the editor holds; nobody changes superAdmin', async () => {
    const { role, token } = await keeper(PARTS);
    const own = { id: role.id, version: 1, name: role.name, access: ['home-Role-index'] };
    expect(await call(contract.roleEdit, own, token)).toMatchObject({
      code: 1005,
      msg: '您自己拥有该角色，须由其他管理员更改',
    });
    expect(await call(contract.roleEdit, own)).toMatchObject({ code: 0 });
    const top = { id: roleId('superAdmin'), version: 1, name: '超级' };
    expect(await call(contract.roleEdit, top)).toMatchObject({ code: 1005 });
    expect(await info(top.id)).toMatchObject({ can: { edit: 'roles.why.superAdmin', del: 'roles.why.standard' } });
  });

  it('needs Role-index for each call, again after the lock', async () => {
    const token = await app.signIn((await buildPerson(app, { roles: ['finance'] })).account, PASSWORD);
    const { id } = await newRole();
    for (const [endpoint, input] of [
      [contract.roleInfo, { id }],
      [contract.roleNodes, {}],
      [contract.roleAdd, { name: '无权', kind: 'personnel' }],
      [contract.roleEdit, { id, version: 1, name: '无权' }],
      [contract.roleCopy, { id }],
      [contract.roleDel, { id, version: 1 }],
      [contract.roleSort, { id }],
      [contract.roleUsers, { id }],
      [contract.roleUserAdd, { id, user_ids: [1] }],
      [contract.roleUserDel, { id, user_ids: [1] }],
      [contract.rolePreview, { id }],
    ] as const)
      expect(await call(endpoint, input, token), endpoint.path).toMatchObject({ code: 1005 });
  });

  it('reads in nodes what it may grant', async () => {
    const { token } = await keeper(PARTS);
    const { nodes, contents, levels } = (await call(contract.roleNodes, {}, token)).data;
    const held = nodes.filter(({ range }: { range: string | null }) => range !== null);
    expect(held.map(({ node }: { node: string }) => node).toSorted()).toEqual([...PARTS.access].toSorted());
    expect(held[0].range).toBe('department');
    // Every employee sees three kinds of content.
    expect(contents).toContainEqual({ key: 'secret', can: false });
    expect(levels).toContainEqual({ module: 'contract', most: 2 });
    expect(levels).toContainEqual({ module: 'cost', most: 0 });
  });

  it('is offered no level that only a project role gives, as saving refuses it', async () => {
    const { token, id } = await keeper(PARTS);
    const { data } = await call(contract.roleAdd, {
      name: `项目${id}`,
      kind: 'project',
      module_permission: { cost: 1 },
    });
    const project = await buildProject(app, { members: [{ id, roles: [] }] });
    await app.platform.db.pool.query(
      'insert into project_member_role (enterprise_id, project_id, user_id, role_id) values ($1, $2, $3, $4)',
      [await theEnterprise(app), project.id, id, data.id],
    );
    const { levels } = (await call(contract.roleNodes, {}, token)).data;
    expect(levels).toContainEqual({ module: 'cost', most: 0 });
    const saved = await call(
      contract.roleAdd,
      { name: `额度${id}`, kind: 'personnel', module_permission: { cost: 1 } },
      token,
    );
    expect(saved).toMatchObject({ code: 1005, data: { field: 'module_permission.cost' } });
  });
});

describe('the people with a role', () => {
  it('[R-055] are listed, added and removed, with an event and at once', async () => {
    const role = await newRole({ access: ['home-Company-user'], view_range: 'enterprise' });
    const [one, two] = [await buildPerson(app, { name: '甲一' }), await buildPerson(app, { name: '乙二' })];
    const token = await app.signIn(one.account, PASSWORD);
    expect(await call(userIndex, {}, token)).toMatchObject({ code: 1005 });
    expect(await give(role.id, one.id, two.id, one.id)).toMatchObject({ code: 0, data: { changed: 2 } });
    expect(await give(role.id, one.id)).toMatchObject({ code: 0, data: { changed: 0 } });
    expect(await call(userIndex, {}, token)).toMatchObject({ code: 0 });
    const users = async (more: object = {}) => (await call(contract.roleUsers, { id: role.id, ...more })).data;
    expect(await users()).toMatchObject({ list: [{ id: one.id, name: '甲一' }, { id: two.id }], total: 2 });
    expect(await users({ word: '乙二' })).toMatchObject({ list: [{ id: two.id }], total: 1 });
    expect(await users({ size: 1, page: 2 })).toMatchObject({ list: [{ id: two.id }], total: 2, page: 2 });
    expect(await call(contract.roleUserDel, { id: role.id, user_ids: [one.id] })).toMatchObject({ code: 0 });
    expect(await call(userIndex, {}, token)).toMatchObject({ code: 1005 });
    expect((await logged('organisation.staffRolesChanged', one.id)).length).toBe(2);
    expect(await users()).toMatchObject({ total: 1 });
  });

  it('are never partners, all or none', async () => {
    const role = await newRole();
    const [person, partner] = [await buildPerson(app), await buildPerson(app, { type: 'partner' })];
    expect(await give(role.id, person.id, partner.id)).toMatchObject({ code: 1008, data: { field: 'user_ids' } });
    expect(await info(role.id)).toMatchObject({ holders: 0 });
  });

  it('the last superAdmin keeps the role, everybody keeps employee, project roles are given in projects', async () => {
    const person = await buildPerson(app);
    const [me] = (await call(contract.roleUsers, { id: roleId('superAdmin') })).data.list;
    expect(await call(contract.roleUserDel, { id: roleId('superAdmin'), user_ids: [me.id] })).toMatchObject({
      code: 1008,
    });
    expect(await call(contract.roleUserDel, { id: roleId('employee'), user_ids: [person.id] })).toMatchObject({
      code: 1008,
    });
    expect(await give(roleId('designer'), person.id)).toMatchObject({ code: 1008 });
  });

  it('[BU-029] a person with an administrator role sees the administration', async () => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    expect(await call(roleIndex, {}, token)).toMatchObject({ code: 1005 });
    await give(roleId('administrator'), person.id);
    expect(await call(roleIndex, {}, token)).toMatchObject({ code: 0 });
    expect((await call(userInfo, { id: person.id })).data.roles).toContainEqual(
      expect.objectContaining({ key: 'administrator' }),
    );
  });
});

describe('project roles', () => {
  it('an own one is offered in projects, counts there alone and lists its members', async () => {
    const role = await newRole({ kind: 'project', access: ['home-Task-add'] });
    expect(await call(contract.roleAdd, { name: '范围', kind: 'project', view_range: 'enterprise' })).toMatchObject({
      code: 1001,
      data: { field: 'view_range' },
    });
    expect((await call(projectRoles, {})).data.list).toContainEqual({ id: role.id, key: null, name: role.name });
    const person = await buildPerson(app);
    const project = await buildProject(app, { members: [{ id: person.id, roles: [] }] });
    const member = (await call(members, { project_id: project.id })).data.list.find(
      (one: { user_id: number }) => one.user_id === person.id,
    );
    const given = {
      project_id: project.id,
      user_id: person.id,
      version: member.version,
      roles: [{ role_id: role.id }],
    };
    expect(await call(memberRole, given)).toMatchObject({ code: 0 });
    expect((await call(contract.roleUsers, { id: role.id })).data).toMatchObject({
      list: [{ id: person.id, projects: [{ id: project.id, name: project.name }] }],
      total: 1,
    });
    expect(await info(role.id)).toMatchObject({ holders: 1 });
    expect(await call(contract.roleDel, { id: role.id, version: 1 })).toMatchObject({ code: 1019, data: { used: 1 } });
  });
});
