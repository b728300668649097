import { expect, test } from 'vitest';
import { againProblem, newPasswordProblem, oldPasswordProblem } from './password-rules.ts';

const bounds = { min: 8, max: 12 };

test('[VA-021] length by the policy, the maximum with the minimum message, never digits only', () => {
  expect(newPasswordProblem('abc1234', bounds)).toEqual({ key: 'login.passwordLength', n: 8 });
  expect(newPasswordProblem('abc1234567890', bounds)).toEqual({ key: 'login.passwordLength', n: 12 });
  expect(newPasswordProblem('12345678', bounds)).toEqual({ key: 'login.passwordDigits' });
  expect(newPasswordProblem('kq7wzeab', bounds)).toBeNull();
  expect(newPasswordProblem('kq7wzeabcdef', bounds)).toBeNull();
  expect(newPasswordProblem('', bounds)).toEqual({ key: 'login.newPasswordRequired' });
});

test('without the policy the length is left to the server', () => {
  expect(newPasswordProblem('abc', null)).toBeNull();
  expect(newPasswordProblem('123', null)).toEqual({ key: 'login.passwordDigits' });
});

test('characters count, not code units', () => {
  expect(newPasswordProblem('😀😀😀😀😀😀😀', bounds)).toEqual({ key: 'login.passwordLength', n: 8 });
});

test('[VA-022] the confirmation is required and equal to the new password', () => {
  expect(againProblem('', 'a')).toEqual({ key: 'login.againRequired' });
  expect(againProblem('b', 'a')).toEqual({ key: 'login.inconsistent' });
  expect(againProblem('a', 'a')).toBeNull();
});

test('the original password is required', () => {
  expect(oldPasswordProblem('')).toEqual({ key: 'login.oldPasswordRequired' });
  expect(oldPasswordProblem('x')).toBeNull();
});
