import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNeeds } from './changed.ts';
import { browserConcern, dependingOn, namedIn, type Need, unitConcern } from './concern.ts';
import { browserFiles, ROOT, unitFiles } from './files.ts';

describe('what a file names', () => {
  const there = new Set(['a/child.ts', 'a/sheets', 'sql', 'lib/b.ts', 'a']);
  const named = (text: string): string[] => namedIn('a/x.ts', text, (path) => there.has(path)).map(({ to }) => to);

  test.each([
    [`new URL('./child.ts', import.meta.url)`, ['a/child.ts']],
    [`join(import.meta.dirname, 'child.ts')`, ['a/child.ts']],
    ['globSync("sheets/**/*.css")', ['a/sheets']],
    [`new URL('../sql/', import.meta.url)`, ['sql']],
    [`join(ROOT, 'lib/b.ts')`, ['lib/b.ts']],
    [`join(import.meta.dirname, '.', 'gone.ts')`, ['a']],
    [`path.includes('..') || path === '.'`, []],
    [`'gone.ts'`, []],
    [`'/etc/passwd'`, []],
  ])('%s', (text, needs) => {
    expect(named(text)).toEqual(needs);
  });
});

const needs: Need[] = [
  { from: 'apps/server/a.test.ts', to: 'apps/server/a.ts' },
  { from: 'apps/server/a.ts', to: 'apps/server/b.ts' },
  { from: 'apps/server/b.ts', to: 'apps/server/a.ts' },
  { from: 'apps/server/src/testing/servers/global-setup.ts', to: 'apps/server/migrate.ts' },
  { from: 'apps/server/migrate.ts', to: 'apps/server/migrations' },
  { from: 'e2e/x.e2e.ts', to: 'e2e/support/x.ts' },
  { from: 'e2e/support/x.ts', to: 'apps/server/src/testing/worlds/calls.ts' },
];
const tests = ['apps/server/a.test.ts', 'apps/server/c.test.ts'];
const journeys = ['e2e/x.e2e.ts', 'e2e/y.e2e.ts'];

test('everything that depends on a file is found, also in a circle and through a folder', () => {
  expect([...dependingOn(['apps/server/b.ts'], needs)].toSorted()).toEqual([
    'apps/server/a.test.ts',
    'apps/server/a.ts',
    'apps/server/b.ts',
  ]);
  expect(dependingOn(['apps/server/migrations/1.sql'], needs)).toContain(
    'apps/server/src/testing/servers/global-setup.ts',
  );
});

describe('unit tests that a change concerns', () => {
  test.each([
    [[], []],
    [['apps/server/b.ts'], ['apps/server/a.test.ts']],
    [['apps/server/c.test.ts'], ['apps/server/c.test.ts']],
    [['README.md', 'e2e/x.e2e.ts'], []],
  ])('%j', (changed, files) => expect(unitConcern(changed, tests, needs)).toEqual({ files }));

  test.each([
    ['apps/server/migrations/1.sql', 'global-setup.ts'],
    ['vitest.config.ts', 'vitest.config.ts'],
    ['docs/unknown.csv', 'nothing tells which tests read docs/unknown.csv'],
  ])('are all of them after a change of %s', (file, all) => {
    expect(unitConcern([file], tests, needs)).toEqual({ all: expect.stringContaining(all) });
  });
});

describe('browser tests that a change concerns', () => {
  test.each([
    [[], []],
    [['e2e/y.e2e.ts'], ['e2e/y.e2e.ts']],
    [['e2e/support/x.ts'], ['e2e/x.e2e.ts']],
    [['apps/server/src/testing/worlds/calls.ts'], ['e2e/x.e2e.ts']],
    [['apps/server/a.test.ts', 'apps/web/src/b.test.tsx', 'apps/web/NOTES.md', 'README.md'], []],
  ])('%j', (changed, files) => expect(browserConcern(changed, journeys, needs)).toEqual({ files }));

  test.each([
    'apps/server/a.ts',
    'packages/locales/zh/shell.json',
    'docs/manual/zh/index.md',
    'e2e/playwright.config.ts',
    'e2e/fixtures/unknown.ifc',
  ])('are all of them after a change of %s', (file) => {
    expect(browserConcern(['README.md', file], journeys, needs)).toEqual({ all: expect.stringContaining(file) });
  });
});

describe('in this repository', () => {
  const real = readNeeds();
  const unitOf = (file: string) => unitConcern([file], unitFiles(), real);

  test.each([
    ['a program that tests start', 'apps/server/src/main.ts', 'apps/server/src/start.test.ts'],
    [
      'a child process of the product',
      'apps/server/src/modules/models/convert/process/child.ts',
      'models/models.test.ts',
    ],
    ['a list that is read', 'apps/server/src/testing/access-matrix.csv', 'matrix/access-matrix.test.ts'],
    ['a style sheet that is read', 'apps/web/src/ui/look/tokens.css', 'apps/web/src/ui/look/tokens.test.ts'],
    ['a script that is read', 'apps/web/public/boot.js', 'apps/web/src/lib/boot.test.ts'],
  ])('%s concerns its tests, and not all', (_what, file, wanted) => {
    const concern = unitOf(file);
    expect(concern).toEqual({ files: expect.arrayContaining([expect.stringContaining(wanted)]) });
    if ('files' in concern) expect(concern.files.length).toBeLessThan(unitFiles().length * 0.7);
  });

  test.each(['apps/server/migrations/x.sql', 'packages/locales/zh/shell.json', 'tools/test/patience.ts'])(
    '%s concerns all unit tests',
    (file) => expect(unitOf(file)).toHaveProperty('all'),
  );

  test.each([
    'package-lock.json',
    'package.json',
    'apps/server/package.json',
    'packages/contract/package.json',
    'tsconfig.base.json',
    'apps/web/tsconfig.json',
    'vitest.config.ts',
    'tools/bootstrap.mjs',
    'tools/bootstrap/server-flags.mjs',
  ])('%s concerns all unit and all browser tests, though some files name it', (file) => {
    const all = `all tests run on ${file}`;
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(unitOf(file)).toEqual({ all });
    expect(browserConcern([file], browserFiles(), real)).toEqual({ all });
  });

  test('a test of the start is no part of it', () => {
    const file = 'tools/bootstrap/bootstrap.test.ts';
    expect(unitOf(file)).toEqual({ files: expect.arrayContaining([file]) });
    expect(browserConcern([file], browserFiles(), real)).toEqual({ files: [] });
  });

  test('one browser file concerns itself alone', () => {
    expect(browserConcern(['e2e/home.e2e.ts'], browserFiles(), real)).toEqual({ files: ['e2e/home.e2e.ts'] });
  });
});
