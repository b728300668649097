import { describe, expect, it } from 'vitest';
import { findCycles, readImports, type ImportEdge } from './imports.ts';
import { findCrowded, findLong, judge } from './layout.ts';

const edge = (from: string, to: string, inside = true): ImportEdge => ({
  from,
  to,
  inside,
  typeOnly: false,
  lazy: false,
});
const MODULES = 'apps/server/src/modules';
const BY_SYSTEM = 'apps/server/src/platform/ids/authorized-by-system.ts';
const JUDGED = 'apps/server/src/platform/ids/judged.ts';

describe('layout rules', () => {
  it.each([
    ['a lower domain by its front door', edge(`${MODULES}/tasks/tasks.service.ts`, `${MODULES}/projects/index.ts`)],
    ["a higher domain's events", edge(`${MODULES}/notices/notices.handlers.ts`, `${MODULES}/tasks/tasks.events.ts`)],
    ['platform from a module', edge(`${MODULES}/tasks/tasks.service.ts`, 'apps/server/src/platform/db.ts')],
    ['a test looking anywhere', edge(`${MODULES}/tasks/tasks.test.ts`, `${MODULES}/identity/passwords.ts`)],
    ['zod in the contract', edge('packages/contract/src/tasks.ts', 'zod', false)],
    ['the system authorising in a job', edge(`${MODULES}/tasks/tasks.jobs.ts`, BY_SYSTEM)],
    ['the system authorising in a listener', edge(`${MODULES}/tasks/tasks.handlers.ts`, BY_SYSTEM)],
    ['the system authorising in a seed', edge('apps/server/seed/demo-tasks.ts', BY_SYSTEM)],
  ])('allows %s', (_what, given) => {
    expect(judge(given)).toBeNull();
  });

  it.each([
    ['a higher domain', edge(`${MODULES}/projects/projects.service.ts`, `${MODULES}/tasks/index.ts`), 'rule 1'],
    ['a domain of the same tier', edge(`${MODULES}/tasks/tasks.service.ts`, `${MODULES}/models/index.ts`), 'rule 1'],
    [
      "another domain's repo",
      edge(`${MODULES}/tasks/tasks.service.ts`, `${MODULES}/projects/projects.repo.ts`),
      'rule 2',
    ],
    ['a service in events', edge(`${MODULES}/tasks/tasks.events.ts`, `${MODULES}/tasks/tasks.service.ts`), 'rule 3'],
    ['a repo in routes', edge(`${MODULES}/tasks/tasks.routes.ts`, `${MODULES}/tasks/tasks.repo.ts`), 'rule 4'],
    ['a module in platform', edge('apps/server/src/platform/db.ts', `${MODULES}/tasks/index.ts`), 'rule 5'],
    ['a package in access', edge('packages/access/src/index.ts', 'zod', false), 'rule 6'],
    ['React in the viewer', edge('packages/viewer/src/viewer.ts', 'react', false), 'rule 7'],
    ['the server in the web', edge('apps/web/src/lib/call.ts', 'apps/server/src/env.ts'), 'rule 7'],
    ['a feature in ui', edge('apps/web/src/ui/table.tsx', 'apps/web/src/features/tasks/index.ts'), 'ui and lib'],
    [
      'the test folder in the program',
      edge(`${MODULES}/tasks/tasks.service.ts`, 'apps/server/src/testing/builders.ts'),
      'only tests',
    ],
    ['the system authorising in a route', edge(`${MODULES}/tasks/tasks.routes.ts`, BY_SYSTEM), 'rule 10'],
    ['the system authorising in a service', edge(`${MODULES}/tasks/tasks.save.ts`, BY_SYSTEM), 'rule 10'],
    ['the system authorising at a front door', edge(`${MODULES}/tasks/index.ts`, BY_SYSTEM), 'rule 10'],
    ['the system authorising in the gates', edge('apps/server/src/platform/http/mount.ts', BY_SYSTEM), 'rule 10'],
    ['the mark of a judged record in a module', edge(`${MODULES}/tasks/index.ts`, JUDGED), 'rule 10'],
    [
      'the http library in a domain',
      edge(`${MODULES}/tasks/tasks.service.ts`, 'fastify', false),
      'behind the platform',
    ],
  ])('refuses %s', (_what, given, why) => {
    expect(judge(given)).toContain(why);
  });
});

describe('reading imports', () => {
  it('finds static, type-only, re-exported and dynamic imports', () => {
    const text =
      "import a from './a.ts';\nimport type { B } from './b.ts';\nexport { c } from './c.ts';\nconst d = () => import('./d.ts');\n";
    const { edges } = readImports('x/y.ts', text);
    expect(edges.map(({ to, typeOnly }) => [to, typeOnly])).toEqual([
      ['x/a.ts', false],
      ['x/b.ts', true],
      ['x/c.ts', false],
      ['x/d.ts', false],
    ]);
  });

  it('says when a module cannot be read', () => {
    expect(readImports('x.ts', 'import {').error).not.toBeNull();
  });

  it('finds a cycle of values and none of types or later loading', () => {
    const there = edge('a.ts', 'b.ts');
    expect(findCycles([there, edge('b.ts', 'a.ts')])).toHaveLength(1);
    expect(findCycles([there, { ...edge('b.ts', 'a.ts'), typeOnly: true }])).toHaveLength(0);
    expect(findCycles([there, { ...edge('b.ts', 'a.ts'), lazy: true }])).toHaveLength(0);
  });
});

describe('at most 20 source files in a folder', () => {
  const NONE: ReadonlySet<string> = new Set();
  const many = (count: number, name = (at: number) => `part-${at}.tsx`) =>
    Array.from({ length: count }, (_none, at) => `apps/web/src/ui/${name(at)}`);

  it('allows 20 and refuses the one after', () => {
    expect(findCrowded(many(20), NONE)).toEqual([]);
    expect(findCrowded([...many(20), 'apps/web/src/ui/part.css'], NONE)).toEqual([
      'apps/web/src/ui: 21 source files, at most 20 are allowed in a folder',
    ]);
  });

  it.each([
    ['tests', many(21, (at) => `part-${at}.test.tsx`)],
    ['fixtures', many(21, (at) => `fixtures/part-${at}.ts`)],
    ['files of a sub-folder', many(21, (at) => `${at % 2 === 0 ? 'form' : 'table'}/part-${at}.tsx`)],
    ['pictures', many(21, (at) => `part-${at}.svg`)],
    ['browser tests and their helpers', many(21).map((file) => file.replace('apps/web/src', 'e2e'))],
  ])('does not count %s', (_what, files) => {
    expect(findCrowded(files, NONE)).toEqual([]);
  });

  it('exempts a folder as long as it needs it', () => {
    const exempt = new Set(['apps/web/src/ui']);
    expect(findCrowded(many(21), exempt)).toEqual([]);
    expect(findCrowded(many(20), exempt)).toEqual([
      'apps/web/src/ui: needs no exemption from 20 source files, remove its line',
    ]);
  });
});

describe('at most 450 lines in a file', () => {
  it('allows 450 and refuses the one after, in programs, tests and style sheets', () => {
    const files = ['a.ts', 'a.test.tsx', 'a.css'];
    expect(findLong(files, () => 450)).toEqual([]);
    expect(findLong(files, () => 451)).toEqual(
      files.map((file) => `${file}: 451 lines, at most 450 are allowed in a file`),
    );
  });

  it('leaves out pages, data and the generated types of the database', () => {
    expect(findLong(['a.md', 'a.json', 'apps/server/src/platform/db-types.ts'], () => 9000)).toEqual([]);
  });
});
