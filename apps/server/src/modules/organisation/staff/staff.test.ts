import { NO_PLACE, NO_PROJECTS } from '@prdm/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getKeyIv } from '@prdm/contract/identity';
import { info as me } from '@prdm/contract/me';
import {
  roleIndex,
  searchDepartments,
  userAdd,
  userDisable,
  userIndex,
  userRestore,
  userTree,
} from '@prdm/contract/organisation';
import { positions as positionEntity } from '@prdm/contract/organisation/entities';
import { members } from '@prdm/contract/projects';
import {
  buildDepartment,
  buildPerson,
  buildProject,
  PASSWORD,
  theEnterprise,
} from '../../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../../testing/worlds/calls.ts';
import { ADMIN, startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { searchPlan } from '../../../testing/plans.ts';
import { STAFF_WORDS } from './staff.repo.ts';
import { FACTORY_POLICY } from '../../identity/identity.rules.ts';

let app: TestApp;
let admin: string;
let department: { id: number; name: string };
let roleOf: (key: string) => number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  department = await buildDepartment(app, { name: '机电室' });
  const roles = await app.modules.organisation.roles(await theEnterprise(app));
  roleOf = (key) => roles.find((role) => role.key === key)?.id ?? 0;
});
afterAll(() => app.stop());

let serial = 0;
const input = (change: object = {}) => ({
  account: `staff${(serial += 1)}`,
  name: '单雄信',
  department_id: department.id,
  ...change,
});
const addOne = (change: object = {}, token = admin) => app.call(userAdd, input(change), { token });
const found = async (query: object, token = admin) => (await app.call(userIndex, query, { token })).data;
const ids = async (query: object): Promise<number[]> => (await found(query)).list.map((one: { id: number }) => one.id);
const row = async (id: number) => (await found({ ispage: 'not' })).list.find((one: { id: number }) => one.id === id);

async function partner() {
  const enterpriseId = await theEnterprise(app);
  const account = `partner${(serial += 1)}`;
  const id = await app.platform.db.transaction((trx) =>
    app.modules.organisation.addPerson(trx, enterpriseId, {
      account,
      password: PASSWORD,
      mustChange: false,
      policy: FACTORY_POLICY,
      name: '协作方',
      type: 'partner',
      roleIds: [roleOf('partner')],
    }),
  );
  return { id, account };
}

describe('adding a user', () => {
  it('with a password from the administrator allows the sign-in at once', async () => {
    const { data: transfer } = await app.call(getKeyIv, {});
    const password = encryptTransfer('Bridge-77x', transfer.key, transfer.iv);
    const answer = await addOne({
      account: 'liu.gong',
      phone: '13800000001',
      email: 'liu@ex.com',
      password,
      kid: transfer.kid,
    });
    expect(answer).toMatchObject({ code: 0, data: { password: null } });
    const { data } = await app.call(me, {}, { token: await app.signIn('liu.gong', 'Bridge-77x') });
    expect(data).toMatchObject({ username: '单雄信', must_change: false, type: 'person' });
    expect(await row(answer.data.id)).toMatchObject({
      account: 'liu.gong',
      phone: '13800000001',
      department_name: '机电室',
      status: 'active',
      roles: [{ key: 'employee' }],
    });
    const again = await addOne({ password, kid: transfer.kid });
    expect(again).toMatchObject({ code: 1001, data: { field: 'password' } });
  });

  it('without a password generates one that must be changed', async () => {
    const answer = await addOne({ account: 'made-one' });
    expect(answer.data.password).toHaveLength(16);
    const { data } = await app.call(me, {}, { token: await app.signIn('made-one', answer.data.password) });
    expect(data.must_change).toBe(true);
    const other = await addOne();
    expect(other.data.password).not.toBe(answer.data.password);
    const { rows } = await app.platform.db.pool.query(
      `select count(*)::int as n from action_log where after::text like $1`,
      [`%${answer.data.password}%`],
    );
    expect(rows[0].n).toBe(0);
  });

  it.each([
    ['account', { account: 'x' }],
    ['account', { account: 'a'.repeat(31) }],
    ['account', { account: 'a b!' }],
    ['account', { account: 'li na' }],
    ['name', { name: ' ' }],
    ['phone', { phone: '23800000000' }],
    ['email', { email: 'a@b.c' }],
    ['department_id', { department_id: '' }],
    ['enterprise_id', { enterprise_id: '2' }],
    ['status', { status: 'active' }],
    ['kid', { password: 'abc' }],
  ])('refuses a wrong or foreign %s', async (field, change) => {
    const before = (await found({})).total;
    expect(await addOne(change)).toMatchObject({ code: 1001, data: { field } });
    expect((await found({})).total).toBe(before);
  });

  it('refuses an account that differs only by case or width', async () => {
    await addOne({ account: 'Twin-1' });
    for (const account of ['twin-1', 'ＴＷＩＮ-1'])
      expect(await addOne({ account })).toMatchObject({
        code: 1018,
        data: { field: 'account' },
        msg: '账号已被使用',
      });
  });

  it('cannot grant more than the caller holds', async () => {
    const administrator = await buildPerson(app, { roles: ['administrator'] });
    const token = await app.signIn(administrator.account, PASSWORD);
    for (const key of ['superAdmin', 'leader', 'finance', 'designer'])
      expect(await addOne({ role_ids: [roleOf(key)] }, token), key).toMatchObject({ code: 1005 });
    expect(await addOne({ role_ids: [roleOf('administrator')] }, token)).toMatchObject({ code: 0 });
    expect(await addOne({ role_ids: [roleOf('finance'), roleOf('leader')] })).toMatchObject({ code: 0 });
    const roles = (await app.call(roleIndex, {}, { token })).data.list;
    const givable = roles
      .filter((role: { can_give: boolean }) => role.can_give)
      .map((role: { key: string }) => role.key);
    expect(givable).toEqual(['administrator', 'employee']);
  });

  it('and every other staff call needs the right to administer people', async () => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    for (const call of [userAdd, userIndex, userDisable, userRestore, roleIndex])
      expect(await app.call(call, {}, { token }), call.path).toMatchObject({ code: 1005 });
    expect(await app.call(positionEntity.index, { ispage: 'not' }, { token })).toMatchObject({
      code: 0,
      data: { total: 10 },
    });
  });
});

describe('finding people', () => {
  it.each([
    ['name', '雄飞'],
    ['one character of it', '飏'],
    ['pinyin with a family name read as one', 'shanxiongfei'],
    ['initials', 'sxf'],
    ['the tail of the phone', '7788'],
    ['the account', 'finder'],
    ['capitals', 'FINDER'],
    ['two words', '雄飞 7788'],
  ])('by %s', async (_by, word) => {
    const known = (await found({ word: 'finder.x' })).list[0]?.id as number | undefined;
    const id = known ?? (await addOne({ account: 'finder.x', name: '单雄飞飏', phone: '13911117788' })).data.id;
    expect((await found({ word })).list.map((one: { id: number }) => one.id)).toEqual([id]);
  });

  it('by a missing word returns nothing, wildcards included', async () => {
    for (const word of ['飞雄', '%', '_', '雄飞 0000']) expect((await found({ word })).total, word).toBe(0);
  });

  it('uses the index for a word search', async () => {
    expect(await searchPlan(app, 'staff as s', STAFF_WORDS)).toMatch(/staff_words[^]*Index Cond: \(app_grams/);
  });

  it('by department includes sub-departments, and by state', async () => {
    const top = await buildDepartment(app);
    const below = await buildDepartment(app, { parentId: top.id });
    const one = await buildPerson(app, { departmentId: top.id });
    const two = await buildPerson(app, { departmentId: below.id });
    expect(await ids({ department_id: top.id })).toEqual([one.id, two.id]);
    expect(await ids({ department_id: below.id })).toEqual([two.id]);
    await app.call(userDisable, { id: two.id, version: 1 }, { token: admin });
    expect(await ids({ department_id: top.id, status: 'active' })).toEqual([one.id]);
    expect(await ids({ department_id: top.id, status: 'disabled' })).toEqual([two.id]);
    expect(await ids({ department_id: top.id, size: 1, page: 2 })).toEqual([two.id]);
  });

  it('the picker shows a difference for equal names, and no phone or e-mail', async () => {
    const person = await buildPerson(app, { departmentId: department.id, phone: '13700000000' });
    const { data } = await app.call(userTree, {}, { token: await app.signIn(person.account, PASSWORD) });
    expect(data.departments).toContainEqual({ id: department.id, parent_id: null, name: '机电室', level: 1 });
    const shown = data.people.find((one: { id: number }) => one.id === person.id);
    expect(shown).toMatchObject({ name: person.name, department_id: department.id });
    expect(Object.keys(shown)).not.toContain('phone');
  });

  it('shows invited partners only the people of their projects', async () => {
    const guest = await partner();
    const token = await app.signIn(guest.account, PASSWORD);
    const colleague = await buildPerson(app);
    const stranger = await buildPerson(app);
    const before = await app.call(userTree, {}, { token });
    expect(before.data).toMatchObject({ departments: [], people: [] });
    const project = await buildProject(app, {
      managerId: colleague.id,
      members: [{ id: guest.id, roles: ['partner'] }],
    });
    const { data } = await app.call(userTree, {}, { token });
    expect(data.departments).toEqual([]);
    expect(data.people.map((one: { id: number }) => one.id)).toEqual([guest.id, colleague.id]);
    expect((await app.call(searchDepartments, { word: '' }, { token })).data.total).toBe(0);
    const shown = await app.call(members, { project_id: project.id }, { token });
    expect(shown).toMatchObject({ code: 0, data: { total: 2 } });
    expect(shown.data.list.map(({ name }: { name: string }) => name)).toContain(colleague.name);
    for (const member of shown.data.list)
      expect(member).toMatchObject({ account: '', department_name: '', position_name: '', roles: [{}] });
    for (const one of data.people) expect(one).toMatchObject({ department_id: null, position_name: '' });
    expect((await app.call(positionEntity.index, { ispage: 'not' }, { token })).data).toEqual({ list: [], total: 0 });
    expect((await app.call(positionEntity.index, { ispage: 'not' }, { token: admin })).data.total).toBeGreaterThan(0);
    const asColleague = { token: await app.signIn(colleague.account, PASSWORD) };
    const own = (await app.call(members, { project_id: project.id }, asColleague)).data.list;
    expect(own.map(({ account }: { account: string }) => account)).toContain(colleague.account);
    const principal = {
      userId: guest.id,
      enterpriseId: await theEnterprise(app),
      roles: [],
      groupIds: [],
      place: NO_PLACE,
      levels: {},
      ...NO_PROJECTS,
    };
    const seen = await app.modules.organisation.kinds.user.load(principal, [colleague.id, stranger.id, guest.id]);
    const visible = seen.filter((one) => one.visible).map((one) => one.id);
    expect(visible.toSorted((a, b) => a - b)).toEqual([guest.id, colleague.id]);
  });
});

describe('disabling and restoring', () => {
  it('ends every session at once, and a restore allows the sign-in again', async () => {
    const person = await buildPerson(app);
    const tokens = [await app.signIn(person.account, PASSWORD), await app.signIn(person.account, PASSWORD)];
    expect(await app.call(userDisable, { id: person.id, version: 1 }, { token: admin })).toMatchObject({ code: 0 });
    for (const token of tokens) expect(await app.call(me, {}, { token })).toMatchObject({ code: 5 });
    await expect(app.signIn(person.account, PASSWORD)).rejects.toThrow('1012');
    expect(await row(person.id)).toMatchObject({ status: 'disabled', can: { disable: false, restore: true } });
    expect(await app.call(userDisable, { id: person.id, version: 2 }, { token: admin })).toMatchObject({ code: 1008 });
    expect(await app.call(userRestore, { id: person.id, version: 1 }, { token: admin })).toMatchObject({ code: 1009 });
    expect(await app.call(userRestore, { id: person.id, version: 2 }, { token: admin })).toMatchObject({ code: 0 });
    expect(await app.call(me, {}, { token: tokens[0] })).toMatchObject({ code: 5 });
    expect(await app.signIn(person.account, PASSWORD)).not.toBe('');
  });

  it('is refused for oneself, for unknown people, and for a superAdmin unless the caller is one', async () => {
    const own = (await found({ word: ADMIN.account })).list[0];
    expect(own.can).toMatchObject({ disable: false, restore: false, del: false, resetPwd: false });
    const oneself = await app.call(userDisable, { id: own.id, version: own.version }, { token: admin });
    expect(oneself).toMatchObject({ code: 1008, msg: '不能停用或移出自己' });
    const nobody = await app.call(userDisable, { id: 99_999_999, version: 1 }, { token: admin });
    expect(nobody).toMatchObject({ code: 1013 });
    const administrator = await buildPerson(app, { roles: ['administrator'] });
    const token = await app.signIn(administrator.account, PASSWORD);
    const above = await app.call(userDisable, { id: own.id, version: own.version }, { token });
    expect(above).toMatchObject({ code: 1005 });
    expect(await app.call(me, {}, { token: admin })).toMatchObject({ code: 0 });
  });

  it('keeps one superAdmin when two disable each other at the same moment', async () => {
    const second = await buildPerson(app, { roles: ['superAdmin'] });
    const theirs = await app.signIn(second.account, PASSWORD);
    const own = (await found({ word: ADMIN.account })).list[0];
    const answers = await Promise.all([
      app.call(userDisable, { id: second.id, version: 1 }, { token: admin }),
      app.call(userDisable, { id: own.id, version: own.version }, { token: theirs }),
    ]);
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    const left = await app.platform.db.pool.query(
      `select s.user_id from staff s join role_holder h using (enterprise_id, user_id) join role r on r.id = h.role_id
       where r.key = 'superAdmin' and s.status = 'active'`,
    );
    expect(left.rows).toHaveLength(1);
    await app.platform.db.pool.query(`update staff set status = 'active' where user_id = $1`, [own.id]);
    await app.platform.db.pool.query(`update account set enabled = true where id = $1`, [own.id]);
  });
});

describe('the member limit', () => {
  it('[LI-005] lets exactly one of 100 parallel additions take the last place, and counts disabled people', async () => {
    const token = await app.signIn(ADMIN.account, ADMIN.password);
    const leaving = await buildPerson(app);
    await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [leaving.id]);
    const { rows } = await app.platform.db.pool.query(`select count(*)::int as n from staff where status <> 'former'`);
    await app.platform.db.pool.query(`update enterprise set member_limit = $1`, [rows[0].n + 1]);
    const answers = await Promise.all(Array.from({ length: 100 }, () => addOne({}, token)));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 1010)).toHaveLength(99);
    const accounts = await app.platform.db.pool.query(`select count(*)::int as n from account`);
    expect(accounts.rows[0].n).toBe(rows[0].n + 1);
  });
});
