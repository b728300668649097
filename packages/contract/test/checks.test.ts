import { describe, expect, it } from 'vitest';
import { isDigits, isEmail, isLowercase, isMobile, isNonEmpty, isNumeric } from '../src/kit/checks.ts';

const answers = (check: (value: string) => boolean, values: readonly string[]): boolean[] => values.map(check);
const all = (values: readonly string[], answer: boolean): boolean[] => values.map(() => answer);

describe('the helper checks', () => {
  it.each([
    ['lowercase letters', isLowercase, ['abc', 'z'], ['aBc', 'ab1', 'a b', 'é', '']],
    ['digits', isDigits, ['123', '0'], ['12a', '1.5', '-1', '１２', '']],
    ['something', isNonEmpty, [' x', 'x', '0'], ['', ' ', '\t\n', '　']],
    ['a numeric', isNumeric, ['12', '12.5', '0', '007', '0.10'], ['-1', '1e3', 'abc', '12.', '.5', '+1', '1,5', '']],
  ])('[VA-024] %s', (_what, check, right, wrong) => {
    expect(answers(check, right)).toEqual(all(right, true));
    expect(answers(check, wrong)).toEqual(all(wrong, false));
  });

  it('[VA-025] an e-mail address: letters, digits, _ . - before @, a domain, a top level of 2 to 6 letters', () => {
    const right = ['a.b-c_1@ex.com', 'A@mail.ex-1.com.cn', '9@x.museum'];
    const wrong = ['a@b.c', 'a@b.abcdefg', 'a@', '@b.com', 'a+b@ex.com', 'a b@ex.com', 'a@ex..com', 'a@ex.c0m', ''];
    expect(answers(isEmail, right)).toEqual(all(right, true));
    expect(answers(isEmail, wrong)).toEqual(all(wrong, false));
  });

  it('[VA-026] a mobile phone: 11 digits beginning with 1', () => {
    expect(isMobile('13800000000')).toBe(true);
    const wrong = ['23800000000', '1380000000', '138000000000', '1380000000a', '+8613800000000', ''];
    expect(answers(isMobile, wrong)).toEqual(all(wrong, false));
  });
});
