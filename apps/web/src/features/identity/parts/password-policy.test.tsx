import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { userSetting } from '@prdm/contract/me';
import { loadAllTexts, startI18n, translate } from '../../../lib/i18n.ts';
import PasswordDialog from './password-dialog.tsx';

const asked = vi.hoisted(() => vi.fn<(endpoint: unknown, input: unknown) => Promise<unknown>>());
vi.mock('../../../lib/api/call.ts', async (original) => ({
  ...(await original<typeof import('../../../lib/api/call.ts')>()),
  call: asked,
}));

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

const length = (n: number) => `密码长度不能少于 ${n} 位`;
const DIGITS = '密码不能全是数字';

test.each([
  [
    { password_length_min: 6, password_length_max: 18, task_notify_way: ['in_app'] },
    [
      ['abc12', length(6)],
      ['abcdefghijklmnop123', length(18)],
      ['123456', DIGITS],
      ['kq7wze', null],
      ['abcdefghijklmnop12', null],
    ],
  ],
  [
    { password_length_min: 8, password_length_max: 10, task_notify_way: ['in_app'] },
    [
      ['kq7wze', length(8)],
      ['kq7wzeabcde', length(10)],
      ['12345678', DIGITS],
      ['kq7wzeab', null],
    ],
  ],
] as const)(
  '[VA-012] a new password is judged where it is typed, by the bounds of the settings: %o',
  async (bounds, cases) => {
    asked.mockReset().mockResolvedValue(bounds);
    render(<PasswordDialog onClose={() => undefined} />);
    await act(async () => Promise.resolve());
    expect(asked.mock.calls.map(([endpoint, input]) => [endpoint, input])).toEqual([
      [userSetting, { name: 'base_setting' }],
    ]);
    const field = screen.getByLabelText(translate('login.newPassword'));
    for (const [password, told] of cases) {
      fireEvent.change(field, { target: { value: password } });
      fireEvent.blur(field);
      const alert = field.closest('.field')?.querySelector('[role=alert]');
      expect([password, alert?.textContent ?? null]).toEqual([password, told]);
    }
  },
);
