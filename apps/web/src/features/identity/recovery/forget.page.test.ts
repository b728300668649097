import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODES } from '@prdm/contract/codes';
import { recoverPassword, sendCode, sendVerify } from '@prdm/contract/identity/recovery';
import { storeToken, useSession, type EntrySettings } from '../../../lib/session/session.ts';
import { ME, startWholeApp, type WholeApp } from '../../../testing/whole-app.ts';
import { recoveryCalls } from './recovery.calls.ts';

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp();
}, 60_000);
beforeEach(() => {
  app.data('/apis/pub/getKeyIv', { key: '0123456789abcdef0123456789abcdef', iv: 'fedcba9876543210', kid: 'k1' });
  app.data('/apis/pub/send', { resend_after: 60, expires_in: 600 });
  app.data('/apis/pub/sendVerify', { accounts: ['zhang'] });
  app.data('/apis/pub/upf', null);
});
afterEach(async () => {
  act(() => {
    storeToken('T1');
    useSession.setState({ me: ME });
  });
  await app.leave();
});
afterAll(() => app.stop());

const sent = (path: string) =>
  app.wire.seen.filter(({ url }) => url === path).map(({ body }) => new URLSearchParams(body));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
function visit(recovery: EntrySettings['recovery'] = { by_mail: true, phone: '', email: '' }): void {
  localStorage.removeItem('token');
  act(() =>
    useSession.setState(({ settings }) => ({
      token: null,
      me: null,
      settings: { ...(settings as EntrySettings), recovery },
    })),
  );
  app.open('/forget');
}
async function toCode(email = 'a@example.cn'): Promise<void> {
  await userEvent.type(await field('邮箱'), email);
  await press('发送验证码');
  await field('验证码');
}
async function toPassword(): Promise<void> {
  await toCode();
  await userEvent.type(await field('验证码'), '123456');
  await press('下一步');
  await field('新密码');
}

test('the calls are those of the contract', () => {
  const contract = { sendCode, sendVerify, recoverPassword };
  for (const name of Object.keys(recoveryCalls) as (keyof typeof recoveryCalls)[]) {
    const { method, path } = recoveryCalls[name];
    expect(contract[name]).toMatchObject({ method, path });
  }
});

test('[R-003] [BU-021] /forget opens without a token and sets a new password in three steps', async () => {
  visit();
  await toPassword();
  expect(document.querySelector('.app-frame, .top-bar')).toBeNull();
  await userEvent.type(await field('新密码'), 'Neu-Wort-26');
  await userEvent.type(await field('确认新密码'), 'Neu-Wort-26');
  await press('设置新密码');
  await screen.findByText(/新密码已设置/);
  expect(sent('/apis/pub/send').at(-1)?.get('type')).toBe('forget');
  const upf = sent('/apis/pub/upf').at(-1);
  expect([upf?.get('email'), upf?.get('code'), upf?.has('account')]).toEqual(['a@example.cn', '123456', false]);
  expect(upf?.get('password')).toBe(upf?.get('repassword'));
});

test('[LI-003] the button for another code is off and counts down', async () => {
  visit();
  await toCode();
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: /^\d+ 秒后重新发送$/ });
  expect(again.disabled).toBe(true);
  const first = Number.parseInt(again.textContent ?? '', 10);
  await waitFor(() => expect(Number.parseInt(again.textContent ?? '', 10)).toBeLessThan(first), { timeout: 4000 });
});

test('within the pause after a code, a reloaded page takes that code', async () => {
  const data = { field: 'email', retry_after: 40 };
  app.says('/apis/pub/send', () => ({ body: { code: CODES.tooManyTries, msg: '请在 40 秒后重新发送', data } }));
  visit();
  await toCode();
  expect(await screen.findByRole('button', { name: /^(?:40|39) 秒后重新发送$/ })).toBeTruthy();
  await userEvent.type(await field('验证码'), '123456');
  await press('下一步');
  await field('新密码');
});

test('[VA-016] [VA-014] a missing value is told at its field before any call', async () => {
  visit();
  const before = app.wire.seen.filter(({ url }) => url.startsWith('/apis/pub/send')).length;
  await field('邮箱');
  await press('发送验证码');
  await screen.findByText('请输入邮箱');
  await userEvent.type(await field('邮箱'), 'nobody');
  await press('发送验证码');
  await screen.findByText('邮箱格式不正确');
  expect(app.wire.seen.filter(({ url }) => url.startsWith('/apis/pub/send'))).toHaveLength(before);
  await userEvent.clear(await field('邮箱'));
  await toCode();
  await press('下一步');
  await screen.findByText('请输入验证码');
  await userEvent.type(await field('验证码'), '123456');
  await press('下一步');
  await userEvent.type(await field('新密码'), 'Neu-Wort-26');
  await userEvent.type(await field('确认新密码'), 'Other-26');
  await press('设置新密码');
  await screen.findByText('两次输入不一致');
});

test('[ER-022] a wrong code is told at its field, and the form stays', async () => {
  visit();
  await toCode();
  await userEvent.type(await field('验证码'), '654321');
  app.says('/apis/pub/sendVerify', {
    body: { code: CODES.wrongVerifyCode, msg: '验证码错误', data: { field: 'code' } },
  });
  await press('下一步');
  const told = await screen.findByText('验证码错误');
  expect(told.closest('.field')?.contains(await field('验证码'))).toBe(true);
  expect((await field('验证码')).value).toBe('654321');
});

test('a code that dies on the last step leads back to it and keeps the new password', async () => {
  visit();
  await toPassword();
  await userEvent.type(await field('新密码'), 'Neu-Wort-26');
  await userEvent.type(await field('确认新密码'), 'Neu-Wort-26');
  app.says('/apis/pub/upf', {
    body: { code: CODES.wrongVerifyCode, msg: '验证码已过期，请重新发送', data: { field: 'code' } },
  });
  await press('设置新密码');
  await screen.findByText('验证码已过期，请重新发送');
  await userEvent.type(await field('验证码'), '0');
  await press('下一步');
  expect((await field('新密码')).value).toBe('Neu-Wort-26');
});

test('an e-mail of several accounts asks for one of them', async () => {
  app.data('/apis/pub/sendVerify', { accounts: ['zhang', 'zhang.admin'] });
  visit();
  await toCode();
  await userEvent.type(await field('验证码'), '123456');
  await press('下一步');
  const choice = await screen.findByRole('group', { name: /多个账号/ });
  await press('下一步');
  await within(choice).findByText('请选择账号');
  await userEvent.click(within(choice).getByLabelText('zhang.admin'));
  await press('下一步');
  await userEvent.type(await field('新密码'), 'Neu-Wort-26');
  await userEvent.type(await field('确认新密码'), 'Neu-Wort-26');
  await press('设置新密码');
  await screen.findByText(/新密码已设置/);
  expect(sent('/apis/pub/upf').at(-1)?.get('account')).toBe('zhang.admin');
});

test('without a mail server the page shows the contact of the enterprise and no form', async () => {
  visit({ by_mail: false, phone: '021-12345678', email: 'it@institute.example' });
  await screen.findByText('021-12345678');
  await screen.findByText('it@institute.example');
  expect(screen.queryByLabelText('邮箱')).toBeNull();
});
