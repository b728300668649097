import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { professions as professionDictionary } from '@prdm/contract/config/dictionaries';
import { getKeyIv } from '@prdm/contract/identity';
import { info as me, userSetting } from '@prdm/contract/me';
import { userAdd, userIndex, userTree } from '@prdm/contract/organisation';
import { positions as positionEntity } from '@prdm/contract/organisation/entities';
import { enterpriseInfo } from '@prdm/contract/organisation/enterprise';
import * as staff from '@prdm/contract/staff';
import {
  buildDepartment,
  buildPerson,
  buildProject,
  PASSWORD,
  theEnterprise,
} from '../../../testing/worlds/builders.ts';
import type { BuiltPerson } from '../../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let enterpriseId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

const ask = (call: Parameters<TestApp['call']>[0], input: unknown = {}, token = admin, lang = 'zh') =>
  app.call(call, input, { token, lang });
const idsOf = async (call: Parameters<TestApp['call']>[0], input: unknown = {}): Promise<number[]> =>
  (await ask(call, input)).data.list.map((row: { id?: number; user_id?: number }) => row.id ?? row.user_id);
const read = async (id: number) => (await ask(staff.userInfo, { id })).data;
const idOfRole = async (key: string) =>
  (await app.modules.organisation.roles(enterpriseId)).find((role) => role.key === key)?.id;

describe('reads of people', () => {
  it.each([
    ['[API-030]', userTree],
    ['[API-037]', staff.userTreeAgain],
  ])('%s departments come with their people as a tree', async (_item, call) => {
    const top = await buildDepartment(app);
    const below = await buildDepartment(app, { parentId: top.id });
    const person = await buildPerson(app, { departmentId: below.id });
    const { departments, people } = (await ask(call)).data;
    const way = (id: number | null): number[] => {
      const department = departments.find((each: { id: number }) => each.id === id);
      return department === undefined ? [] : [...way(department.parent_id), department.id];
    };
    expect(way(people.find((each: { id: number }) => each.id === person.id).department_id)).toEqual([top.id, below.id]);
  });

  it('[API-031] one person is read by id, in any state', async () => {
    const person = await buildPerson(app, { name: '程咬金', phone: '13800000009' });
    await app.platform.db.pool.query(`update staff set status = 'former' where user_id = $1`, [person.id]);
    expect(await read(person.id)).toMatchObject({
      id: person.id,
      account: person.account,
      name: '程咬金',
      phone: '13800000009',
      status: 'former',
    });
    expect(await ask(staff.userInfo, { id: 99_999_999 })).toMatchObject({ code: 1013 });
  });

  it('[API-032] managers are the administrators of the enterprise, members are all active staff', async () => {
    const administrator = await buildPerson(app, { roles: ['administrator'] });
    const employee = await buildPerson(app);
    const disabled = await buildPerson(app, { roles: ['administrator'] });
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [disabled.id]);
    const [managers, members] = [await idsOf(staff.managers), await idsOf(staff.workers)];
    expect(managers).toContain(administrator.id);
    expect(members).toEqual(expect.arrayContaining([administrator.id, employee.id]));
    expect(managers).not.toContain(employee.id);
    for (const list of [managers, members]) expect(list).not.toContain(disabled.id);
  });

  it('[API-038] people are filtered by role and position, and by both together', async () => {
    const position = (await ask(positionEntity.index, { ispage: 'not' })).data.list[2].id;
    const [one, two] = [
      await buildPerson(app, { roles: ['finance'], positionId: position }),
      await buildPerson(app, { positionId: position }),
    ];
    const role = await idOfRole('finance');
    expect(await idsOf(staff.specifyUser, { role_id: role })).toEqual([one.id]);
    expect(await idsOf(staff.specifyUser, { position_id: position })).toEqual([one.id, two.id]);
    expect(await idsOf(staff.specifyUser, { position_id: position, role_id: role })).toEqual([one.id]);
  });

  it('an unknown account is reported to an administrator, but not at sign-in', async () => {
    const person = await buildPerson(app, { account: 'Known-One' });
    expect(await idsOf(staff.specifyUser, { account: 'known-one' })).toEqual([person.id]);
    for (const [lang, msg] of Object.entries({ zh: '账号不存在', en: 'Account does not exist' }))
      expect(await ask(staff.specifyUser, { account: 'nobody-here' }, admin, lang)).toMatchObject({ code: 1002, msg });
    const refusals = await Promise.all(
      ['known-one', 'nobody-here'].map((account) =>
        app.signIn(account, 'Wrong-2026').catch((error: Error) => error.message.replace(account, '')),
      ),
    );
    expect(refusals[0]).toBe(refusals[1]);
  });

  it('[API-039] the users of a project are readable for its members', async () => {
    const member = await buildPerson(app);
    const { id, managerId } = await buildProject(app, { members: [{ id: member.id, roles: ['designer'] }] });
    expect((await idsOf(staff.projectUser, { project_id: id })).toSorted()).toEqual([managerId, member.id].toSorted());
    const stranger = await app.signIn((await buildPerson(app)).account, PASSWORD);
    expect(await ask(staff.projectUser, { project_id: id }, stranger)).toMatchObject({ code: 444 });
  });

  it('[API-048] the permissions of a person are readable, in the enterprise and in each project', async () => {
    const person = await buildPerson(app, { roles: ['finance'] });
    const { id } = await buildProject(app, { members: [{ id: person.id, roles: ['professional_leader'] }] });
    const { data } = await ask(staff.userAuths, { id: person.id });
    expect(data.roles.map((role: { id: number }) => role.id)).toContain(await idOfRole('finance'));
    expect(data.access).toContainEqual({ action: 'home-Invoice-issue' });
    expect(data.project_access[String(id)]).toContainEqual({ action: 'home-Task-publish' });
    const own = (await ask(me, {}, await app.signIn(person.account, PASSWORD))).data;
    expect(data.access).toEqual(own.roles.access);
    expect(data.project_access).toEqual(own.project_access);
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [person.id]);
    expect((await ask(staff.userAuths, { id: person.id })).data).toEqual({ roles: [], access: [], project_access: {} });
  });

  it('[EN-015] the enterprise has name, phone, e-mail, member limit and project-creation limit', async () => {
    await app.platform.db.pool.query(
      `update enterprise set phone = '0571-87000000', email = 'office@ex.com' where id = $1`,
      [enterpriseId],
    );
    const { data } = await ask(enterpriseInfo);
    const { rows } = await app.platform.db.pool.query(
      `select name, member_limit, project_limit from enterprise where id = $1`,
      [enterpriseId],
    );
    expect(data).toMatchObject({ ...rows[0], id: enterpriseId, phone: '0571-87000000', email: 'office@ex.com' });
    expect(data.name).not.toBe('');
    expect(data.members).toBe((await ask(userIndex)).data.total);
  });
});

it('[BU-029] a user with an administrator role holds the nodes of the system configuration', async () => {
  const { id: department_id } = await buildDepartment(app);
  const nodesOf = async (role_ids: unknown[], account: string) => {
    const { data } = await ask(userAdd, { account, name: '新人', department_id, role_ids });
    const own = await ask(me, {}, await app.signIn(account, data.password));
    return own.data.roles.access.map(({ action }: { action: string }) => action);
  };
  expect(await nodesOf([await idOfRole('administrator')], 'fresh.admin')).toEqual(
    expect.arrayContaining(['home-Company-user', 'home-Role-index', 'home-User-setting']),
  );
  expect(await nodesOf([], 'fresh.staff')).toEqual([]);
});

describe('changes of people', () => {
  const form = async (person: BuiltPerson, change: object = {}) => {
    const { version, department_id } = await read(person.id);
    return { id: person.id, version, name: person.name, department_id, ...change };
  };

  it('[API-033] changed fields are stored, once for each version, with an event and a log row', async () => {
    const [old, fresh] = [await buildDepartment(app), await buildDepartment(app)];
    const person = await buildPerson(app, { departmentId: old.id, phone: '13800000001' });
    const change = {
      name: '秦琼',
      phone: '13900000002',
      email: 'qin@ex.com',
      sex: 'male',
      department_id: fresh.id,
      entry_date: '2026-03-01',
    };
    const input = await form(person, change);
    expect(await ask(staff.userModify, input)).toMatchObject({ code: 0 });
    expect(await read(person.id)).toMatchObject(change);
    expect(await idsOf(userIndex, { word: 'qinqiong' })).toEqual([person.id]);
    expect(await ask(staff.userModify, input)).toMatchObject({ code: 1009 });
    expect(await ask(staff.userModify, await form(person, { phone: '123' }))).toMatchObject({
      code: 1001,
      data: { field: 'phone' },
    });
    expect(await ask(staff.userModify, await form(person, { name: '秦叔宝' }))).toMatchObject({ code: 0 });
    expect(await read(person.id)).toMatchObject({ name: '秦叔宝', phone: '', entry_date: null });
    const { rows } = await app.platform.db.pool.query(
      `select before, after from action_log where event = 'organisation.staffModified' and target_id = $1 order by id`,
      [person.id],
    );
    expect(rows[0]).toMatchObject({
      before: { phone: { value: '13800000001' } },
      after: { phone: { value: '13900000002' } },
    });
  });

  it('former users, and superAdmins as long as the caller is none, cannot be changed', async () => {
    const gone = await buildPerson(app, { departmentId: (await buildDepartment(app)).id });
    const input = await form(gone);
    await app.platform.db.pool.query(`update staff set status = 'former' where user_id = $1`, [gone.id]);
    expect(await ask(staff.userModify, input)).toMatchObject({ code: 1008 });
    const above = await buildPerson(app, { roles: ['superAdmin'], departmentId: (await buildDepartment(app)).id });
    const token = await app.signIn((await buildPerson(app, { roles: ['administrator'] })).account, PASSWORD);
    expect(await ask(staff.userModify, await form(above), token)).toMatchObject({ code: 1005 });
    const position_id = (await ask(positionEntity.index, { ispage: 'not' })).data.list[0].id;
    expect(await ask(staff.changePosition, { user_ids: [above.id], position_id }, token)).toMatchObject({ code: 1005 });
  });

  it('[API-034] the list keeps the posted order', async () => {
    const department = await buildDepartment(app);
    const built = [];
    for (let n = 0; n < 3; n += 1) built.push((await buildPerson(app, { departmentId: department.id })).id);
    const listed = () => idsOf(userIndex, { department_id: department.id });
    expect(await listed()).toEqual(built);
    const [a, b, c] = built;
    for (const order of [
      [c, a, b],
      [b, c, a],
    ]) {
      expect(await ask(staff.userSort, { ids: order })).toMatchObject({ code: 0 });
      expect(await listed()).toEqual(order);
    }
  });

  it('[API-040] users are assigned a position and a profession', async () => {
    const people = [await buildPerson(app), await buildPerson(app)];
    const user_ids = people.map(({ id }) => id);
    const [position] = (await ask(positionEntity.index, { ispage: 'not' })).data.list;
    const [, profession] = (await ask(professionDictionary.index, { ispage: 'not' })).data.list;
    expect(await ask(staff.changePosition, { user_ids, position_id: position.id })).toMatchObject({ code: 0 });
    expect(await ask(staff.changeProfessional, { user_ids, profession_id: profession.id })).toMatchObject({ code: 0 });
    for (const id of user_ids)
      expect(await read(id)).toMatchObject({
        position_id: position.id,
        position_name: position.name,
        profession_id: profession.id,
        version: 3,
      });
    await ask(staff.changePosition, { user_ids, position_id: position.id });
    expect((await read(user_ids[0] ?? 0)).version).toBe(3);
    expect(await ask(staff.changePosition, { user_ids: [], position_id: position.id })).toMatchObject({ code: 1001 });
  });
});

describe('settings', () => {
  const post = async (setting: unknown, token = admin) => {
    const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
    const payload = encryptTransfer(JSON.stringify(setting), key, iv);
    return ask(staff.doSetting, { name: 'base_setting', payload, kid }, token);
  };
  const bounds = (password_length_min: number, password_length_max: number, enterprise_id = enterpriseId) => ({
    enterprise_id,
    password_length_min,
    password_length_max,
  });

  it("[API-036] an encrypted setting is stored only for the caller's own enterprise", async () => {
    const { rows } = await app.platform.db.pool.query(`insert into enterprise (name) values ('别家') returning id`);
    const foreign = rows[0].id as number;
    expect(await post(bounds(8, 24))).toMatchObject({ code: 0 });
    expect((await ask(userSetting, { name: 'base_setting' })).data).toMatchObject({
      password_length_min: 8,
      password_length_max: 24,
    });
    expect(await post(bounds(7, 20, foreign))).toMatchObject({ code: 1001, data: { field: 'enterprise_id' } });
    const others = await app.platform.db.pool.query('select password_length_min as min from enterprise where id = $1', [
      foreign,
    ]);
    expect(others.rows).toEqual([{ min: 6 }]);
    expect(await post(bounds(12, 9))).toMatchObject({ code: 1001, data: { field: 'password_length_max' } });
    expect(await post(bounds(5, 18))).toMatchObject({ code: 1001, data: { field: 'password_length_min' } });
    expect(await post('no setting')).toMatchObject({ code: 1001 });
    const clear = { name: 'base_setting', payload: JSON.stringify(bounds(6, 18)), kid: 'never-given' };
    expect(await ask(staff.doSetting, clear)).toMatchObject({ code: 1001, data: { field: 'payload' } });
    const employee = await app.signIn((await buildPerson(app)).account, PASSWORD);
    expect(await post(bounds(6, 18), employee)).toMatchObject({ code: 1005 });
    expect((await ask(userSetting, { name: 'base_setting' })).data.password_length_min).toBe(8);
  });
});

describe('a denied call', () => {
  it.each([
    ['zh', '暂无访问权限'],
    ['en', 'No access permission'],
    ['tw', '暫無存取權限'],
  ])('[ER-013] says "no access permission" in %s, whether it has a page of its own or none', async (lang, words) => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    for (const [call, input] of [
      [userIndex, {}],
      [staff.resetPwd, { id: person.id }],
      [enterpriseInfo, {}],
    ] as const) {
      const answer = await ask(call, input, token, lang);
      expect([403, 1005], call.path).toContain(answer.code);
      expect(answer.msg, call.path).toContain(words);
    }
  });
});
