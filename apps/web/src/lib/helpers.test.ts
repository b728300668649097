import { expect, it } from 'vitest';
import { shallowCopy } from './shallow-copy.ts';
import { absoluteUrl } from './site-address.ts';

it('[VA-031] puts the base address before everything that is not an absolute http(s) address', () => {
  const base = 'https://files.example';
  expect(absoluteUrl(base, '/a.png')).toBe('https://files.example/a.png');
  expect(absoluteUrl(`${base}/prdm/`, 'a.png')).toBe('https://files.example/prdm/a.png');
  expect(absoluteUrl(base, 'https://x/a.png')).toBe('https://x/a.png');
  expect(absoluteUrl(base, 'HTTP://x/a.png')).toBe('HTTP://x/a.png');
  for (const sly of ['//evil/a.png', 'javascript:alert(1)', 'data:text/html,x', 'https:evil', ' https://x'])
    expect(absoluteUrl(base, sly), sly).toMatch(/^https:\/\/files\.example\//);
});

it('[ER-011] copies an object and throws "error arguments" for anything else', () => {
  const value = { a: 1, b: { c: 2 } };
  const copy = shallowCopy(value);
  expect(copy).toEqual(value);
  expect(copy).not.toBe(value);
  expect(copy['b']).toBe(value.b);
  for (const wrong of [null, undefined, 1, 'text', true])
    expect(() => shallowCopy(wrong)).toThrow(new Error('error arguments'));
});
