import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImports } from '../rules/imports.ts';
import { BadChoice } from './choice.ts';
import { namedIn, type Need } from './concern.ts';
import { ROOT } from './files.ts';

/** Names of the main branch, the server's first. */
const MAIN = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return status === 0 ? stdout : null;
}

const commitOf = (root: string, name: string): string | null =>
  git(root, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`)?.trim() ?? null;

/** The given commit, or the commit where this branch left the main branch. */
export function baseOf(since: string | true, root: string = ROOT): string {
  if (git(root, 'rev-parse', '--git-dir') === null)
    throw new BadChoice('--changed needs git and a checked-out repository');
  if (since !== true) {
    const commit = commitOf(root, since);
    if (commit === null) throw new BadChoice(`--changed: "${since}" is no commit of this repository`);
    return commit;
  }
  const main = MAIN.find((name) => commitOf(root, name) !== null);
  const base = main === undefined ? null : git(root, 'merge-base', 'HEAD', main);
  if (base === null)
    throw new BadChoice(`--changed finds no commit in common with ${MAIN.join(', ')}; name one: --changed=<commit>`);
  return base.trim();
}

/** Differences from this commit: committed, staged, changed, new, deleted. */
export function changedSince(base: string, root: string = ROOT): string[] {
  const differs = git(root, 'diff', '--name-only', '--no-renames', '-z', base, '--');
  const fresh = git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  if (differs === null || fresh === null) throw new Error(`git cannot compare with ${base}`);
  return [...new Set(`${differs}${fresh}`.split('\0').filter((file) => file !== ''))].toSorted();
}

/**
 * These files name others to choose, judge or start them as the tests do. A change of a named file does not affect
 * them.
 */
const NAMES_WITHOUT_NEED = /^vitest[\w.]*\.config\.ts$|^tools\/(test|rules)(\/|\.ts$)|^apps\/web\/vite\/chunks\.ts$/;

/** The imports and named files of each module. */
export function readNeeds(root: string = ROOT): Need[] {
  const listed = git(
    root,
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z',
    '--',
    '*.ts',
    '*.tsx',
    '*.mjs',
  );
  const files = (listed ?? '').split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const { edges, error } = readImports(file, text);
    if (error !== null) throw new Error(`${file} cannot be read: ${error}`);
    const named = NAMES_WITHOUT_NEED.test(file) ? [] : namedIn(file, text, (path) => existsSync(join(root, path)));
    return [...edges.filter(({ inside }) => inside), ...named];
  });
}
