import { dirname, join, normalize } from 'node:path/posix';

/** `from` depends on `to`: a file, or a folder with everything in it. */
export interface Need {
  from: string;
  to: string;
}

/** The files of a list that a change concerns: all, with the reason, or these. */
export type Concern = { all: string } | { files: string[] };

/**
 * Files that a file names in its texts, beside itself or below the root: a program it starts, a style sheet it reads,
 * a folder it walks. Imports do not show these. A false match only makes more tests run.
 */
export function namedIn(file: string, text: string, exists: (path: string) => boolean): Need[] {
  const texts = [...text.matchAll(/(['"`])([\w@.*/-]{2,200})\1/g)].map((match) => match[2] ?? '');
  // A text of dots alone is a folder only where the code builds a path from it.
  const dots = [...text.matchAll(/(?:import\.meta\.dirname, |new URL\()(['"`])([./]+)\1/g)].map(
    (match) => match[2] ?? '',
  );
  const names = new Set([...texts.filter((name) => !/^[./]+$/.test(name)), ...dots]);
  const found = new Set<string>();
  for (const name of names) {
    const path = name.replace(/\*.*$/, '').replace(/\/+$/, '');
    if (path === '' || path.startsWith('/')) continue;
    for (const base of [dirname(file), '']) {
      const target = normalize(join(base, path));
      // The root contains everything. A file that names it reads something below it, by a separate name.
      if (target !== '.' && !target.startsWith('..') && target !== file && exists(target)) found.add(target);
    }
  }
  return [...found].map((to) => ({ from: file, to }));
}

/** Everything that depends on one of these, directly or indirectly, and these files themselves. */
export function dependingOn(changed: readonly string[], needs: readonly Need[]): Set<string> {
  const users = Map.groupBy(needs, ({ to }) => to);
  const reached = new Set<string>();
  const next = [...changed];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (let place = file; place !== '.'; place = dirname(place))
      next.push(...(users.get(place) ?? []).map(({ from }) => from));
  }
  return reached;
}

/** No running code reads them, unless a file names them. */
const isProse = (file: string): boolean => /(^|\/)(LICENSE|NOTICE|\.gitignore|[^/]+\.md)$/.test(file);

/** Imports or names lead to such a file. For other files the dependants are unknown. */
const isCode = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file);

/** Every unit test depends on these, though none names them. */
export const UNDER_UNIT_TESTS = [
  'apps/web/vite.config.ts',
  'tools/test/patience.ts',
  'apps/web/src/testing/patience.ts',
  'apps/server/src/testing/servers/global-setup.ts',
];

/**
 * Every program and every test runs on these: packages, settings of the compiler and of vitest, the start of the
 * program. A file that names one of them is only one of its many users.
 */
const UNDER_ALL_TESTS =
  /(^|\/)(package(-lock)?|tsconfig[\w.]*)\.json$|^vitest[\w.]*\.config\.ts$|^tools\/bootstrap(\.mjs$|\/)/;

const underAll = (changed: readonly string[]): { all: string } | null => {
  const file = changed.find((one) => UNDER_ALL_TESTS.test(one) && !isOfTests(one));
  return file === undefined ? null : { all: `all tests run on ${file}` };
};

export function unitConcern(changed: readonly string[], tests: readonly string[], needs: readonly Need[]): Concern {
  const every = underAll(changed);
  if (every !== null) return every;
  const reached = dependingOn(changed, needs);
  const under = UNDER_UNIT_TESTS.find((file) => reached.has(file));
  if (under !== undefined) return { all: `all tests run on ${under}` };
  const unread = changed.find((file) => !isCode(file) && !isProse(file) && !isNamed(file, needs));
  if (unread !== undefined) return { all: `nothing tells which tests read ${unread}` };
  return { files: tests.filter((file) => reached.has(file)) };
}

function isNamed(file: string, needs: readonly Need[]): boolean {
  return needs.some(({ to }) => to === file || file.startsWith(`${to}/`));
}

/** Runs beside the product and is not part of it. */
const isOfTests = (file: string): boolean => /\.(test|faults|accept|fixture)\.tsx?$|\/testing\/|\/test\//.test(file);

const inProduct = (file: string): boolean =>
  (/^(apps|packages)\//.test(file) && !isOfTests(file) && !isProse(file)) || file.startsWith('docs/manual/');

/** A browser uses the whole program, so every part of it concerns every browser test. */
export function browserConcern(changed: readonly string[], tests: readonly string[], needs: readonly Need[]): Concern {
  const every = underAll(changed);
  if (every !== null) return every;
  const product = changed.find(inProduct);
  if (product !== undefined) return { all: `${product} is part of the program` };
  const reached = dependingOn(changed, needs);
  if (reached.has('e2e/playwright.config.ts')) return { all: 'all browser tests run on e2e/playwright.config.ts' };
  const unread = changed.find((file) => !isCode(file) && !isProse(file) && !isOfTests(file) && !isNamed(file, needs));
  if (unread !== undefined) return { all: `nothing tells which tests read ${unread}` };
  return { files: tests.filter((file) => reached.has(file)) };
}
