import { globSync } from 'node:fs';
import { resolve, sep } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Relative to the root. vitest's configuration takes the same patterns, so that no list of ours misses a file of its. */
export const NODE_TESTS = [
  'apps/server/**/*.test.ts',
  'packages/**/*.test.ts',
  'tools/**/*.test.ts',
  'bench/**/*.test.ts',
];
export const WEB_TESTS = ['apps/web/{src,vite}/**/*.test.{ts,tsx}'];
const BROWSER_TESTS = ['e2e/*.e2e.ts'];

/** In the order of their names, with `/` on every system. */
function found(patterns: readonly string[]): string[] {
  const files = globSync([...patterns], { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] });
  return files.map((file) => file.replaceAll(sep, '/')).toSorted();
}

export const webFiles = (): string[] => found(WEB_TESTS);
export const unitFiles = (): string[] => [...found(NODE_TESTS), ...webFiles()];
export const browserFiles = (): string[] => found(BROWSER_TESTS);
