import { afterAll, beforeAll, expect, it } from 'vitest';
import { getKeyIv } from '@prdm/contract/identity';
import { sendCode } from '@prdm/contract/identity/recovery';
import { profile, updateField, updateProfile } from '@prdm/contract/me';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { encryptTransfer, type Answer } from '../../testing/worlds/calls.ts';
import { startMailServer, type MailServer } from '../../testing/servers/mail-server.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/* E-mail and phone lead to the account, so a change of them is proved. */
let smtp: MailServer;
let app: TestApp;
beforeAll(async () => {
  smtp = await startMailServer();
  app = await startApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://prdm.institute.example' } });
}, 60_000);
afterAll(async () => {
  await app.stop();
  await smtp.down();
});

let number = 0;
async function newcomer() {
  number += 1;
  const before = { phone: '13800000001', email: `old${number}@example.cn` };
  const { account, name } = await buildPerson(app, before);
  const token = await app.signIn(account, PASSWORD);
  const read = async () => (await app.call(profile, {}, { token })).data;
  const write = async (change: object, password: string | null = PASSWORD): Promise<Answer> => {
    const { key, iv, kid } = (await app.call(getKeyIv, {}, { token })).data;
    const proof = password === null ? {} : { password: encryptTransfer(password, key, iv), kid };
    const { version } = await read();
    return app.call(updateProfile, { version, name, ...before, ...change, ...proof }, { token });
  };
  return { token, before, read, write, fresh: `new${number}@example.cn` };
}
const codeFor = async (email: string, token: string): Promise<string> => {
  const from = smtp.received.length;
  expect((await app.call(sendCode, { email, type: 'change_email' }, { token })).code).toBe(0);
  return /\b\d{6}\b/.exec((await smtp.arrived(email, from)).text)?.[0] ?? '';
};

it('[API-012] a name changes without the password', async () => {
  const { write, read } = await newcomer();
  expect(await write({ name: '新名字' }, null)).toMatchObject({ code: 0 });
  expect((await read()).name).toBe('新名字');
});

it('[VA-014] two different entries of a phone or an e-mail are refused at their field, and nothing changes', async () => {
  const { write, read, before, fresh } = await newcomer();
  for (const [change, field] of [
    [{ phone: '13900000002', rephone: '13900000003' }, 'rephone'],
    [{ phone: '13900000002' }, 'rephone'],
    [{ email: fresh, reemail: before.email }, 'reemail'],
  ] as const)
    expect(await write(change)).toMatchObject({ code: 1001, msg: '两次输入不一致', data: { field } });
  expect(await read()).toMatchObject(before);
});

it('a phone changes with the own password only, by either call', async () => {
  const { write, read, before, token } = await newcomer();
  const phone = { phone: '13900000002', rephone: '13900000002' };
  expect(await write(phone, null)).toMatchObject({ code: 1001, data: { field: 'password' } });
  expect(await write(phone, 'wrong-one')).toMatchObject({ code: 1001, msg: '密码错误', data: { field: 'password' } });
  for (const [field, value] of [
    ['phone', '13900000002'],
    ['email', 'thief@example.cn'],
    ['email', ''],
  ])
    expect(await app.call(updateField, { field, value }, { token })).toMatchObject({
      code: 1001,
      data: { field: 'password' },
    });
  expect(await read()).toMatchObject(before);
  expect(await write(phone)).toMatchObject({ code: 0 });
  expect((await read()).phone).toBe('13900000002');
});

it('a new e-mail needs the code of its mailbox, and the old one is told', async () => {
  const { write, read, before, token, fresh } = await newcomer();
  const email = { email: fresh, reemail: fresh };
  expect(await write(email)).toMatchObject({ code: 1001, data: { field: 'code' } });
  const code = await codeFor(fresh, token);
  const { text } = await smtp.arrived(fresh);
  expect(text).toContain(`https://prdm.institute.example/email?code=${code}`);
  expect((await read()).pending_email).toBe(fresh);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  expect(await write({ ...email, code: wrong })).toMatchObject({ code: 1004, data: { field: 'code' } });
  const other = { email: `x${fresh}`, reemail: `x${fresh}`, code };
  expect(await write(other)).toMatchObject({ code: 1004 });
  expect(await read()).toMatchObject(before);
  const from = smtp.received.length;
  expect(await write({ ...email, code })).toMatchObject({ code: 0 });
  expect(await read()).toMatchObject({ email: fresh, pending_email: '' });
  expect((await smtp.arrived(before.email, from)).subject).toBe('邮箱已更换');
});

it('the code of one user does not prove the address of another', async () => {
  const [one, two] = [await newcomer(), await newcomer()];
  const code = await codeFor(one.fresh, one.token);
  expect(await two.write({ email: one.fresh, reemail: one.fresh, code })).toMatchObject({ code: 1004 });
  expect((await app.call(sendCode, { email: one.fresh, type: 'change_email' })).code).toBe(5);
});

it('six wrong passwords are throttled', async () => {
  const { write } = await newcomer();
  const phone = { phone: '13900000002', rephone: '13900000002' };
  for (let n = 0; n < 5; n += 1) await write(phone, 'wrong-one');
  expect(await write(phone)).toMatchObject({ code: 1007 });
});
