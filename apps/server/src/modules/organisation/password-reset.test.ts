import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '@prdm/contract/identity';
import * as staff from '@prdm/contract/staff';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../testing/builders.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

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

it('gives a password that works once it is changed, ends every session, and is written down without it', async () => {
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

it('is not for oneself, for who does not work here, nor against a superAdmin by anybody less', async () => {
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
