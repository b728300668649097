import { describe, expect, it } from 'vitest';
import { accountKey, FACTORY_POLICY, isAccountName, passwordProblem } from './identity.rules.ts';

describe('password policy', () => {
  it.each([
    ['abc12', 'identity.passwordLength', 6],
    ['abcdefghijklmnopqrs', 'identity.passwordLength', 18],
    ['123456', 'identity.passwordDigits', undefined],
    ['123456789012345678', 'identity.passwordDigits', undefined],
    ['abcdef', 'identity.passwordCommon', undefined],
    ['ABC123', 'identity.passwordCommon', undefined],
  ])('[VA-012] refuses %s', (password, key, n) => {
    expect(passwordProblem(password, FACTORY_POLICY)).toEqual(n === undefined ? { key } : { key, n });
  });

  it.each(['abcdxyz', 'a1b2c3', '中文密码六字', '1234567890123456a7'])('[VA-012] takes %s', (password) => {
    expect(passwordProblem(password, FACTORY_POLICY)).toBeNull();
  });

  it('[VA-012] follows the bounds an enterprise has set', () => {
    expect(passwordProblem('abcdxyz', { min: 8, max: 64 })).toEqual({ key: 'identity.passwordLength', n: 8 });
    expect(passwordProblem('x'.repeat(60), { min: 8, max: 64 })).toBeNull();
  });

  it('counts characters, not bytes', () => {
    expect(passwordProblem('😀😀😀😀😀😀', FACTORY_POLICY)).toBeNull();
  });
});

describe('account names', () => {
  it.each(['Admin', ' admin ', 'ＡＤＭＩＮ', 'admin'])('%s is the account admin', (account) => {
    expect(accountKey(account)).toBe('admin');
  });

  it.each(['li.na', '13800000000', '李娜', 'a_b-c@ex.com', 'Å2'])('%s may be one', (account) => {
    expect(isAccountName(account)).toBe(true);
  });

  it.each(['a b!', 'li na', 'a\u3000b', '--', 'a/b', '<b>', 'a,b', '李娜。', 'x\u200by'])('%j may not', (account) => {
    expect(isAccountName(account)).toBe(false);
  });
});
