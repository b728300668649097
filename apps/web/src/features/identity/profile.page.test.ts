import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODES } from '@prdm/contract/codes';
import type { SessionLine } from '@prdm/contract/identity/sessions';
import { useSession, type EntrySettings } from '../../lib/session/session.ts';
import { profileSample, type Profile } from '../../testing/own-samples.ts';
import { ok, posted, refusal } from '../../testing/page-acts.ts';
import { startWholeApp, type WholeApp } from '../../testing/whole-app.ts';

/* The own sessions, and the change of the own e-mail with a code. */
let app: WholeApp;
let own: Profile;
let sessions: SessionLine[] = [];
beforeAll(async () => {
  app = await startWholeApp();
  act(() =>
    useSession.setState(({ settings }) => ({
      settings: { ...(settings as EntrySettings), recovery: { by_mail: true, phone: '', email: '' } },
    })),
  );
}, 60_000);
beforeEach(() => {
  app.wire.seen.length = 0;
  own = profileSample({ email: 'old@example.cn' });
  app.says('/apis/pub/profile', () => ok(own));
  app.says('/apis/pub/sessions', () => ok({ list: sessions }));
  app.data('/apis/pub/getKeyIv', { key: '0123456789abcdef0123456789abcdef', iv: 'fedcba9876543210', kid: 'k1' });
  app.open('/profile');
});
afterEach(() => app.leave());
afterAll(() => app.stop());

const session = (key: string, agent: string, special: Partial<SessionLine> = {}): SessionLine => ({
  key,
  agent,
  ip: '10.0.0.1',
  way: 'password',
  created_at: '2026-03-01 09:00:00',
  last_seen_at: '2026-03-01 09:30:00',
  current: false,
  ...special,
});
const ended = () => posted(app, '/apis/pub/sessionEnd').map((form) => Object.fromEntries(form));

test('the own sessions are listed, one is ended by its button, and all others by one button', async () => {
  sessions = [
    session('a', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', { current: true }),
    session('b', 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Edg/140.0', { ip: '10.0.0.2', way: 'sso' }),
    session('c', 'curl/8'),
  ];
  app.says('/apis/pub/sessionEnd', ({ body }) => {
    const key = new URLSearchParams(body).get('key');
    sessions = sessions.filter((one) => (key === null ? one.current : one.key !== key));
    return ok(null);
  });
  const table = within(await screen.findByRole('region', { name: '登录设备列表' }));
  const shown = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
  await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(4));
  expect(shown().map(([device, ip, , seen, act_]) => [device, ip, seen, act_])).toEqual([
    ['Firefox · Linux', '10.0.0.1', '2026-03-01 09:30:00', '当前设备'],
    ['Edge · Windows', '10.0.0.2', '2026-03-01 09:30:00', '退出'],
    ['未知设备', '10.0.0.1', '2026-03-01 09:30:00', '退出'],
  ]);
  expect(table.getAllByRole('button')).toHaveLength(2);

  await userEvent.click(table.getByRole('button', { name: '退出 Edge · Windows' }));
  await waitFor(() => expect(shown().map(([device]) => device)).toEqual(['Firefox · Linux', '未知设备']));
  expect(ended()).toEqual([{ key: 'b' }]);
  await userEvent.click(screen.getByRole('button', { name: '退出其他所有设备' }));
  await waitFor(() => expect(shown().map(([device]) => device)).toEqual(['Firefox · Linux']));
  expect(ended().at(-1)).toEqual({ others: 'true' });
  expect(screen.queryByRole('button', { name: '退出其他所有设备' })).toBeNull();
});

test('[VA-014] a new e-mail needs the same e-mail again, its code and the password, and a refusal keeps the form', async () => {
  app.data('/apis/pub/send', { resend_after: 60, expires_in: 600 });
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
  const save = () => userEvent.click(screen.getByRole('button', { name: '保存' }));
  const email = await field('邮箱');
  await userEvent.clear(email);
  await userEvent.type(email, 'new@example.cn');
  await userEvent.type(await field('再次输入邮箱'), 'other@example.cn');
  await userEvent.click(screen.getByRole('button', { name: '发送验证码' }));
  await screen.findByText('两次输入不一致');
  await save();
  await screen.findByText('请输入验证码');
  await screen.findByText('修改手机号或邮箱需要输入登录密码');
  expect(app.wire.seen.filter(({ url }) => /pub\/(?:send|update)/.test(url))).toEqual([]);

  await userEvent.clear(await field('再次输入邮箱'));
  await userEvent.type(await field('再次输入邮箱'), 'new@example.cn');
  await userEvent.click(screen.getByRole('button', { name: '发送验证码' }));
  await screen.findByText('验证码已发送到 new@example.cn');
  expect(posted(app, '/apis/pub/send').map((form) => Object.fromEntries(form))).toMatchObject([
    { email: 'new@example.cn', type: 'change_email' },
  ]);
  expect(await screen.findByRole('button', { name: /^\d+ 秒后重新发送$/ })).toHaveProperty('disabled', true);

  app.says('/apis/pub/update', () => refusal(CODES.wrongVerifyCode, '验证码错误', { field: 'code' }));
  await userEvent.type(await field('验证码'), '654321');
  await userEvent.type(await field('登录密码'), 'Design-2026');
  await save();
  expect((await screen.findByText('验证码错误')).closest('.field')?.contains(await field('验证码'))).toBe(true);
  expect((await field('邮箱')).value).toBe('new@example.cn');
  expect((await field('验证码')).value).toBe('654321');

  app.says('/apis/pub/update', () => {
    own = { ...own, email: 'new@example.cn', version: 2 };
    return ok(null);
  });
  await userEvent.clear(await field('验证码'));
  await userEvent.type(await field('验证码'), '123456');
  await save();
  await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull());
  const form = posted(app, '/apis/pub/update').at(-1);
  expect(Object.fromEntries(form ?? [])).toMatchObject({
    email: 'new@example.cn',
    reemail: 'new@example.cn',
    code: '123456',
    kid: 'k1',
    version: '1',
  });
  expect(form?.get('password')).not.toContain('Design-2026');
  expect((await field('邮箱')).value).toBe('new@example.cn');
});
