import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RoleKey } from '@prdm/contract/nodes';
import { profile } from '@prdm/contract/me';
import * as staff from '@prdm/contract/staff';
import { startMailServer, type MailServer } from '../../../testing/servers/mail-server.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildDepartment, buildPerson, PASSWORD, type BuiltPerson } from '../../../testing/worlds/builders.ts';

/* The e-mail leads to the account (recovery), so user/modify guards it like a password. */
let smtp: MailServer;
let app: TestApp;
let admin: string;
let departmentId: number;
let number = 0;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://prdm.institute.example' } });
  admin = await app.admin();
  departmentId = (await buildDepartment(app)).id;
}, 60_000);
afterAll(async () => {
  await app.stop();
  await smtp.down();
});

async function someone(...roles: RoleKey[]) {
  number += 1;
  const contact = { phone: `1380000${String(number).padStart(4, '0')}`, email: `person${number}@example.cn` };
  return { ...contact, ...(await buildPerson(app, { roles, departmentId, ...contact })) };
}
const tokenOf = async ({ account }: BuiltPerson): Promise<string> => app.signIn(account, PASSWORD);
const read = async ({ id }: BuiltPerson) => (await app.call(staff.userInfo, { id }, { token: admin })).data;
/** Sends the record as the form does, with changes. */
async function modify(person: BuiltPerson, change: object, token: string, lang?: 'en') {
  const { id, name, phone, email, version } = await read(person);
  const input = { id, name, phone, email, version, department_id: departmentId, ...change };
  return app.call(staff.userModify, input, { token, lang });
}

it('an administrator cannot lead the recovery of a stronger person to another mailbox', async () => {
  const administrator = await tokenOf(await someone('administrator'));
  const above = await someone('leader');
  const { version } = await read(above);
  for (const [field, value] of [
    ['email', 'thief@example.cn'],
    ['email', ''],
    ['phone', '13900000000'],
    ['phone', ''],
  ] as const) {
    const answer = await modify(above, { [field]: value }, administrator, 'en');
    expect(answer).toMatchObject({ code: 1005, data: { field } });
    expect(answer.msg).toContain('Leading manager');
  }
  expect(await read(above)).toMatchObject({ phone: above.phone, email: above.email, version });
  expect(await modify(above, { employee_no: 'A-1' }, administrator)).toMatchObject({ code: 0 });
  expect(await modify(above, { employee_no: 'A-2', version }, administrator)).toMatchObject({ code: 1009 });
  expect(await modify(above, { email: 'new@example.cn' }, admin)).toMatchObject({ code: 0 });
});

it('the old address gets a mail about the change by an administrator, and none when the e-mail stays', async () => {
  const administrator = await tokenOf(await someone('administrator'));
  const person = await someone('employee');
  const from = smtp.received.length;
  expect(await modify(person, { phone: '13900000001' }, administrator)).toMatchObject({ code: 0 });
  expect(await modify(person, { email: 'moved@example.cn' }, administrator)).toMatchObject({ code: 0 });
  const { text } = await smtp.arrived(person.email, from);
  expect(text).toContain(person.account);
  expect(text).not.toContain('moved@example.cn');
  expect(smtp.received.filter(({ to }) => to.includes(person.email))).toHaveLength(1);
});

it('that mail has the language and the title of its owner, not of the administrator', async () => {
  const person = await someone('employee');
  const set = (lang: string, title: string) =>
    app.platform.db.pool.query('update enterprise set default_lang = $1, title = $2 where not is_system', [
      lang,
      title,
    ]);
  await set('en', '江城协同');
  try {
    const from = smtp.received.length;
    expect(await modify(person, { email: `moved-${person.email}` }, admin)).toMatchObject({ code: 0 });
    const { subject, text } = await smtp.arrived(person.email, from);
    expect(subject).toBe('E-mail changed');
    expect(text).toContain('江城协同');
  } finally {
    await set('zh', '');
  }
});

it('the own e-mail and phone stay in user/modify, also for a superAdmin; the profile asks for the password', async () => {
  for (const role of ['administrator', 'superAdmin'] as const) {
    const oneself = await someone(role);
    const token = await tokenOf(oneself);
    for (const [field, value] of [
      ['email', 'thief@example.cn'],
      ['phone', '13900000000'],
    ] as const)
      expect(await modify(oneself, { [field]: value }, token, 'en')).toMatchObject({
        code: 1005,
        msg: 'Change your own phone and e-mail in your profile',
        data: { field },
      });
    expect(await modify(oneself, { employee_no: 'A-3' }, token)).toMatchObject({ code: 0 });
    expect(await modify(oneself, { phone: undefined, email: '' }, token)).toMatchObject({ code: 0 });
    const { data } = await app.call(profile, {}, { token });
    expect(data).toMatchObject({ phone: oneself.phone, email: oneself.email });
  }
});

it('lists show whether the reader may change phone and e-mail of a person', async () => {
  const reader = await someone('administrator');
  const token = await tokenOf(reader);
  const contactOf = async ({ id }: BuiltPerson) => (await app.call(staff.userInfo, { id }, { token })).data.can.contact;
  expect(await contactOf(await someone('leader'))).toBe(false);
  expect(await contactOf(await someone('employee'))).toBe(true);
  expect(await contactOf(reader)).toBe(false);
});
