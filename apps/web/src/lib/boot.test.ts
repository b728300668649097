import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8');

function boot(width: number): CSSStyleDeclaration {
  Object.defineProperty(window, 'innerWidth', { value: width, configurable: true, writable: true });
  // oxlint-disable-next-line typescript/no-implied-eval -- the page runs this file as plain source, so the test does too
  new Function(source)();
  return document.documentElement.style;
}

const forget = () => {
  localStorage.clear();
  for (const name of ['lang', 'theme']) document.cookie = `choice.${name}=; path=/; max-age=0`;
};
beforeEach(forget);
afterEach(forget);

test.each([
  [1920, '16px'],
  [960, '8px'],
  [3840, '32px'],
  [5000, '32px'],
])('[LI-012] at a width of %i the base font is %s', (width, size) => {
  expect(boot(width).fontSize).toBe(size);
});

test('the language of the page: storage, else cookie, else Chinese', () => {
  boot(1440);
  expect(document.documentElement.lang).toBe('zh-CN');
  document.cookie = 'choice.lang=tw; path=/';
  boot(1440);
  expect(document.documentElement.lang).toBe('zh-TW');
  localStorage.setItem('choice.lang', 'en');
  boot(1440);
  expect(document.documentElement.lang).toBe('en');
});

test('the theme is there before anything is drawn, and survives a token reset in its cookie', () => {
  boot(1440);
  expect(document.documentElement.dataset.theme).toBe('light');
  document.cookie = 'choice.theme=dark; path=/';
  boot(1440);
  expect(document.documentElement.dataset.theme).toBe('dark');
});
