import { expect, test } from 'vitest';
import { redirectValue, safeRedirect } from './redirect.ts';

test.each([
  ['/project/detail', '/project/detail'],
  ['/file/task/index?id=7&tab=all', '/file/task/index?id=7&tab=all'],
  ['/share?s=a', '/share?s=a'],
  [null, '/'],
  ['', '/'],
  ['project', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [' /home', '/'],
  ['/\t/evil.example', '/'],
  ['/\n/evil.example', '/'],
])('after sign-in %j leads to %s', (value, to) => {
  expect(safeRedirect(value)).toBe(to);
});

test.each([
  ['/project/detail', '/project/detail'],
  ['/share?s=a&b=1', '/share%3Fs%3Da%26b%3D1'],
  ['/a b+c#d%', '/a%20b%2Bc%23d%25'],
])('%s travels as %s and comes back whole', (path, value) => {
  expect(redirectValue(path)).toBe(value);
  expect(new URLSearchParams(`redirect=${value}`).get('redirect')).toBe(path);
});
