import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { info as me } from '@prdm/contract/me';
import { departmentIndex, userDisable } from '@prdm/contract/organisation';
import { userInfo, userModify } from '@prdm/contract/staff';
import type { RoleKey } from '@prdm/contract/nodes';
import {
  buildDepartment,
  buildPerson,
  PASSWORD,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { ADMIN, startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let departmentId: number;
let roleOf: (key: string) => number;
let adminId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  departmentId = (await buildDepartment(app, { name: '方案所' })).id;
  const roles = await app.modules.organisation.roles(await theEnterprise(app));
  roleOf = (key) => roles.find((role) => role.key === key)?.id ?? 0;
  adminId = (await app.call(me, {}, { token: admin })).data.id;
});
afterAll(() => app.stop());

const person = (...roles: RoleKey[]) => buildPerson(app, { departmentId, roles });
const signIn = ({ account }: BuiltPerson) => app.signIn(account, PASSWORD);
const read = async (id: number) => (await app.call(userInfo, { id }, { token: admin })).data;
const rolesOf = async (id: number): Promise<string[]> => (await read(id)).roles.map(({ key }: { key: string }) => key);
/** Posts the unchanged record with these roles. */
async function give(id: number, keys: readonly string[] | undefined, token = admin, change: object = {}) {
  const { version, name } = await read(id);
  const role_ids = keys?.map(roleOf);
  return app.call(userModify, { id, version, name, department_id: departmentId, role_ids, ...change }, { token });
}
const logged = async (id: number) =>
  (
    await app.platform.db.pool.query(
      `select before, after from action_log where event = 'organisation.staffRolesChanged' and target_id = $1 order by id`,
      [id],
    )
  ).rows;

describe('giving and removing roles', () => {
  it('takes effect with the next call of an open session, with an event and a log row', async () => {
    const someone = await person();
    const token = await signIn(someone);
    expect(await app.call(departmentIndex, {}, { token })).toMatchObject({ code: 1005 });
    expect(await give(someone.id, ['administrator', 'finance'])).toMatchObject({ code: 0 });
    expect(await rolesOf(someone.id)).toEqual(['administrator', 'finance', 'employee']);
    expect(await app.call(departmentIndex, {}, { token })).toMatchObject({ code: 0 });
    expect(await give(someone.id, ['finance'])).toMatchObject({ code: 0 });
    expect(await app.call(departmentIndex, {}, { token })).toMatchObject({ code: 1005 });
    expect((await app.call(me, {}, { token })).data.roles.role).toBe('finance');
    const sorted = (keys: string[]) => keys.map(roleOf).toSorted((a, b) => a - b);
    const traces = (await logged(someone.id)).map(({ before, after }) =>
      [before, after].map(({ role_ids }) => role_ids.toSorted((a: number, b: number) => a - b)),
    );
    expect(traces).toEqual([
      [sorted(['employee']), sorted(['administrator', 'finance', 'employee'])],
      [sorted(['administrator', 'finance', 'employee']), sorted(['finance', 'employee'])],
    ]);
  });

  it('leaves roles alone when none are given, writes nothing without a change, and never removes employee', async () => {
    const someone = await person('finance');
    expect(await give(someone.id, undefined)).toMatchObject({ code: 0 });
    expect(await give(someone.id, ['finance'])).toMatchObject({ code: 0 });
    expect(await logged(someone.id)).toEqual([]);
    expect(await give(someone.id, [])).toMatchObject({ code: 0 });
    expect(await rolesOf(someone.id)).toEqual(['employee']);
  });

  it('changes nothing with a stale version', async () => {
    const someone = await person();
    const { version } = await read(someone.id);
    await give(someone.id, ['finance']);
    const late = await give(someone.id, ['business_manager'], admin, { version, name: '别名' });
    expect(late).toMatchObject({ code: 1009 });
    expect(await read(someone.id)).toMatchObject({ name: someone.name, version: version + 1 });
    expect(await rolesOf(someone.id)).toEqual(['finance', 'employee']);
  });

  it('needs the right to give every role of the person, also of those that stay', async () => {
    const token = await signIn(await person('administrator'));
    const someone = await person('finance');
    for (const keys of [
      ['finance', 'leader'],
      ['finance', 'superAdmin'],
      ['finance', 'business_manager'],
      ['finance', 'administrator'],
      [],
    ])
      expect(await give(someone.id, keys, token, { name: '改名' }), keys.join()).toMatchObject({
        code: 1005,
        data: { field: 'role_ids' },
      });
    expect(await read(someone.id)).toMatchObject({ name: someone.name, version: 1 });
    const below = await person();
    expect(await give(below.id, ['administrator'], token)).toMatchObject({ code: 0 });
    expect(await rolesOf(below.id)).toEqual(['administrator', 'employee']);
    expect(await give(below.id, [], token)).toMatchObject({ code: 0 });
    const above = await person('superAdmin');
    expect(await give(above.id, [], token)).toMatchObject({ code: 1005 });
    expect(await rolesOf(above.id)).toContain('superAdmin');
    await give(above.id, []);
  });

  it('cannot grant more to oneself', async () => {
    const own = await person('administrator');
    const token = await signIn(own);
    expect(await give(own.id, ['administrator', 'finance'], token)).toMatchObject({ code: 1005 });
    expect(await give(own.id, [], token)).toMatchObject({ code: 0 });
    expect(await rolesOf(own.id)).toEqual(['employee']);
  });

  it('accepts no department for a user without one, and requires one for others', async () => {
    const { version, name } = await read(adminId);
    const asIs = { id: adminId, version, name, role_ids: [roleOf('superAdmin')] };
    expect(await app.call(userModify, asIs, { token: admin })).toMatchObject({ code: 0 });
    expect(await read(adminId)).toMatchObject({ department_id: null, version: version + 1 });
    const someone = await person();
    expect(await give(someone.id, [], admin, { department_id: undefined })).toMatchObject({
      code: 1001,
      data: { field: 'department_id' },
    });
  });

  it('refuses project roles, and enterprise roles for partners', async () => {
    const someone = await person();
    expect(await give(someone.id, ['designer'])).toMatchObject({ code: 1005 });
    await app.platform.db.pool.query(`update staff set type = 'partner' where user_id = $1`, [someone.id]);
    expect(await give(someone.id, ['finance'])).toMatchObject({
      code: 1008,
      data: { field: 'role_ids' },
      msg: '协作单位人员只能拥有项目角色',
    });
    expect(await rolesOf(someone.id)).toEqual(['employee']);
  });
});

describe('superAdmin', () => {
  const superAdmins = async (): Promise<number[]> =>
    (
      await app.platform.db.pool.query(
        `select s.user_id from staff s join role_holder h using (enterprise_id, user_id) join role r on r.id = h.role_id
         where r.key = 'superAdmin' and s.status = 'active' order by s.user_id`,
      )
    ).rows.map(({ user_id }) => user_id);

  it('can be transferred to an active user', async () => {
    const heir = await person('leader');
    expect(await give(adminId, [])).toMatchObject({
      code: 1008,
      data: { field: 'role_ids' },
      msg: '至少需要保留一名超级管理员',
    });
    expect(await give(heir.id, ['superAdmin', 'leader'])).toMatchObject({ code: 0 });
    const token = await signIn(heir);
    expect(await give(adminId, [], token)).toMatchObject({ code: 0 });
    expect(await superAdmins()).toEqual([heir.id]);
    expect(await app.call(userInfo, { id: heir.id }, { token: admin })).toMatchObject({ code: 1005 });
    const { version, name } = (await app.call(userInfo, { id: adminId }, { token })).data;
    const back = { id: adminId, version, name, department_id: departmentId, role_ids: [roleOf('superAdmin')] };
    expect(await app.call(userModify, back, { token })).toMatchObject({ code: 0 });
    await give(heir.id, []);
  });

  it('does not count disabled users', async () => {
    const second = await person('superAdmin');
    await app.call(userDisable, { id: second.id, version: 1 }, { token: admin });
    expect(await give(adminId, [])).toMatchObject({ code: 1008 });
    expect(await give(second.id, [])).toMatchObject({ code: 0 });
  });

  /**
   * Two superAdmins post the removal of all roles of the chosen users at once. Afterwards the administrator is the only superAdmin again.
   */
  async function bothAtOnce(whom: (own: number, other: number) => [number, number]): Promise<number[]> {
    const other = await person('superAdmin');
    const tokens = [admin, await signIn(other)];
    const records = await Promise.all(whom(adminId, other.id).map(read));
    const answers = await Promise.all(
      records.map(({ id, version, name }, at) =>
        app.call(
          userModify,
          { id, version, name, department_id: departmentId, role_ids: [] },
          { token: tokens[at] ?? '' },
        ),
      ),
    );
    expect(await superAdmins()).toHaveLength(1);
    await app.platform.db.pool.query(
      `insert into role_holder (enterprise_id, role_id, user_id) select enterprise_id, $1, id from account where account = $2
       on conflict do nothing`,
      [roleOf('superAdmin'), ADMIN.account],
    );
    await give(other.id, []);
    return answers.map(({ code }) => code).toSorted((a, b) => a - b);
  }

  it('one remains when two remove the role from each other at once', async () => {
    expect(await bothAtOnce((own, other) => [other, own])).toEqual([0, 1005]);
  });

  it('one remains when two give it up at once', async () => {
    expect(await bothAtOnce((own, other) => [own, other])).toEqual([0, 1008]);
  });
});

it('one remains when two administrators remove the role from each other at once', async () => {
  const pair = [await person('administrator'), await person('administrator')] as const;
  const tokens = [await signIn(pair[0]), await signIn(pair[1])] as const;
  const answers = await Promise.all([give(pair[1].id, [], tokens[0]), give(pair[0].id, [], tokens[1])]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1005]);
  const held = (await Promise.all(pair.map(({ id }) => rolesOf(id)))).flat();
  expect(held.filter((key) => key === 'administrator')).toHaveLength(1);
});
