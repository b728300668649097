import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '@prdm/contract/identity';
import type { RoleKey } from '@prdm/contract/nodes';
import { userDisable, userIndex, userRestore } from '@prdm/contract/organisation';
import { userHandOver, WORK_KINDS } from '@prdm/contract/organisation/work';
import * as staff from '@prdm/contract/staff';
import {
  buildDepartment,
  buildPerson,
  PASSWORD,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
});
afterAll(() => app.stop());

const seen = async ({ id }: BuiltPerson) => (await app.call(staff.userInfo, { id }, { token: admin })).data;
const reset = async (person: BuiltPerson, token = admin, version?: number) =>
  app.call(staff.resetPwd, { id: person.id, version: version ?? (await seen(person)).version }, { token });
const lives = async (token: string): Promise<boolean> => (await app.call(check, { token })).data.valid;

it('returns a password that must be changed, ends every session, and the log does not contain it', async () => {
  const person = await buildPerson(app, { roles: ['employee'] });
  const before = await app.signIn(person.account, PASSWORD);
  const { version } = await seen(person);
  const answer = await reset(person);
  expect(answer).toMatchObject({ code: 0, data: { password: expect.stringMatching(/^\S{12,}$/) } });
  expect(await lives(before)).toBe(false);
  await expect(app.signIn(person.account, PASSWORD)).rejects.toThrow();
  const fresh = await app.signIn(person.account, answer.data.password);
  expect(await lives(fresh)).toBe(true);
  const { rows } = await app.platform.db.pool.query(
    `select l::text as line, must_change from action_log l, account a
     where l.event = 'identity.passwordReset' and l.target_id = $1 and a.id = $1`,
    [person.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].must_change).toBe(true);
  expect(rows[0].line).not.toContain(answer.data.password);
  expect(await reset(person, admin, version)).toMatchObject({ code: 1009 });
});

it('is refused for oneself, for inactive users, and for a superAdmin unless the caller is one', async () => {
  const administrator = await buildPerson(app, { roles: ['administrator'] });
  const token = await app.signIn(administrator.account, PASSWORD);
  const above = await buildPerson(app, { roles: ['superAdmin'] });
  const gone = await buildPerson(app);
  await app.platform.db.pool.query(`update staff set status = 'disabled' where user_id = $1`, [gone.id]);
  expect(await reset(above, token)).toMatchObject({ code: 1005 });
  expect(await reset(administrator, token)).toMatchObject({ code: 1005 });
  expect(await reset(gone, token)).toMatchObject({ code: 1008 });
  expect(await reset(above, await app.signIn((await buildPerson(app)).account, PASSWORD))).toMatchObject({
    code: 1005,
  });
  expect(await lives(await app.signIn(above.account, PASSWORD))).toBe(true);
});

/** A change of the password, roles, state or work of a user needs the right to give every role of that user. */
describe('rank', () => {
  let administrator: string;
  let departmentId: number;
  beforeAll(async () => {
    departmentId = (await buildDepartment(app)).id;
    administrator = await app.signIn((await buildPerson(app, { roles: ['administrator'] })).account, PASSWORD);
  });
  const roleId = async (key: RoleKey): Promise<number> =>
    (await app.modules.organisation.roles(await theEnterprise(app))).find((role) => role.key === key)?.id ?? 0;
  const someone = (...roles: RoleKey[]) => buildPerson(app, { roles, departmentId });
  const refusedFor = (roles: string) => ({ code: 1005, msg: `此人拥有您无权授予的角色：${roles}，因此不能执行此操作` });

  it.each(['leader', 'general_manager', 'finance'] as const)(
    'an administrator can neither reset, disable, remove, restore nor hand over a %s, and cannot sign in as one',
    async (key) => {
      const above = await someone(key);
      const colleague = await someone();
      const { version } = await seen(above);
      const name = (await seen(above)).roles.find((role: { key: string }) => role.key === key).name;
      const target = { id: above.id, version };
      const refused = refusedFor(name);
      const caller = { token: administrator };
      expect(await app.call(staff.resetPwd, target, caller)).toMatchObject(refused);
      expect(await app.call(userDisable, target, caller)).toMatchObject(refused);
      expect(await app.call(staff.userDel, target, caller)).toMatchObject(refused);
      for (const kind of WORK_KINDS)
        expect(await app.call(userHandOver, { id: above.id, kind, to_id: colleague.id }, caller)).toMatchObject(
          refused,
        );
      expect((await app.call(userDisable, target, { token: admin })).code).toBe(0);
      expect(await app.call(userRestore, { id: above.id, version: version + 1 }, caller)).toMatchObject(refused);
      expect((await app.call(userRestore, { id: above.id, version: version + 1 }, { token: admin })).code).toBe(0);
      expect(await lives(await app.signIn(above.account, PASSWORD))).toBe(true);
    },
  );

  it('roles of a user with a higher role cannot be changed from below, also when that role stays', async () => {
    const above = await someone('finance');
    const { version, name } = await seen(above);
    const record = { id: above.id, version, name, department_id: departmentId };
    const both = [await roleId('finance'), await roleId('administrator')];
    const answer = await app.call(staff.userModify, { ...record, role_ids: both }, { token: administrator });
    expect(answer).toMatchObject({ code: 1005, data: { field: 'role_ids' } });
    expect(answer.msg).toContain('财务');
    // Administrators may still send the record without roles, or with unchanged roles.
    const other = { ...record, employee_no: 'A-1', role_ids: [await roleId('finance')] };
    expect(await app.call(staff.userModify, other, { token: administrator })).toMatchObject({ code: 0 });
  });

  it('the refusal names the missing roles in the language of the reader', async () => {
    const above = await someone('leader', 'finance');
    const answer = await app.call(staff.resetPwd, { id: above.id, version: 1 }, { token: administrator, lang: 'en' });
    expect(answer.msg).toBe(
      'This is not possible: the person holds roles that you may not give (Leading manager, Finance)',
    );
  });

  it('a caller who may give every role of the user succeeds, whatever else the user holds', async () => {
    const bothRoles = await someone('administrator', 'finance');
    const token = await app.signIn(bothRoles.account, PASSWORD);
    const peer = await someone('administrator', 'finance');
    expect(await reset(peer, token)).toMatchObject({ code: 0 });
    const leading = await app.signIn((await someone('leader', 'administrator')).account, PASSWORD);
    expect(await reset(await someone('leader'), leading)).toMatchObject({ code: 0 });
  });

  it('lists and records name the missing roles, and offer no action that would be refused', async () => {
    const [above, below] = [await someone('finance'), await someone('administrator')];
    const list = (await app.call(userIndex, { ispage: 'not', department_id: departmentId }, { token: administrator }))
      .data.list;
    const shown = ({ id }: BuiltPerson) => list.find((row: { id: number }) => row.id === id);
    const none = { contact: false, roles: false, disable: false, restore: false, handOver: false, del: false };
    expect(shown(above).can).toEqual({ ...none, resetPwd: false, edit: true });
    expect(shown(above).roles.map(({ key, can_give }: { key: string; can_give: boolean }) => [key, can_give])).toEqual([
      ['finance', false],
      ['employee', true],
    ]);
    expect(shown(below).can).toEqual({
      contact: true,
      roles: true,
      edit: true,
      disable: true,
      restore: false,
      handOver: true,
      del: true,
      resetPwd: true,
    });
  });
});
