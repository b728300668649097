import { describe, expect, it } from 'vitest';
import { accountProblem } from '@prdm/contract/kit/checks';
import { accountKey, FACTORY_POLICY, passwordProblem } from './identity.rules.ts';

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

  it.each(['abcdxyz', 'a1b2c3', '中文密码六字', '1234567890123456a7'])('[VA-012] accepts %s', (password) => {
    expect(passwordProblem(password, FACTORY_POLICY)).toBeNull();
  });

  it('[VA-012] uses the bounds of the enterprise', () => {
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

  it.each([
    'li.na',
    '13800000000',
    '李娜',
    'a_b-c@ex.com',
    'Å2',
    '李娜li',
    'Li.李.2',
    'иван.2',
    'Νίκος',
    '〇一',
    'みち.ミチー',
    '김li',
    'արամ',
  ])('accepts %s', (account) => {
    expect(accountProblem(account)).toBeNull();
  });

  it.each(['a b!', 'li na', 'a\u3000b', '--', 'a/b', '<b>', 'a,b', '李娜。', 'x\u200by', 'ad\u0336min'])(
    'refuses %j for its characters',
    (account) => {
      expect(accountProblem(account)).toBe('identity.accountCharacters');
    },
  );

  it.each(['аdmin', 'admin.иван', '李иван', 'Νick', '李Ν', 'иванΝ', 'μ-lab', '\u00b5-lab', 'adոin', '李ո', 'иванո'])(
    'refuses %j because it mixes scripts',
    (account) => {
      expect(accountProblem(account)).toBe('identity.accountScripts');
    },
  );

  it.each([
    ['Cherokee', 'ᎪᎠᎷᎥᎡ'],
    ['Cherokee among Latin', 'ꭺdmin'],
    ['Lisu', 'ꓮꓓꓟꓲꓠ'],
    ['Lisu among Latin', 'ꓮdmin'],
    ['Coptic', 'ⲟⲣ'],
    ['a modifier letter of no script', 'adminʹ'],
    ['a digit of another script', 'admin๐'],
  ])('refuses %s: its letters look like those of another script', (_what, account) => {
    expect(accountProblem(account)).toBe('identity.accountScripts');
  });

  it.each(['', 'x'.repeat(31), ' a '])('refuses %j for its length', (account) => {
    expect(accountProblem(account)).toBe('identity.accountLength');
  });
});
