import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { baseOf, changedSince } from './changed.ts';
import { BadChoice } from './choice.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prdm-changed-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Ignores the git settings of the user: hooks, signatures, another default branch. */
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  }).trim();
const write = (file: string, text = file): void => writeFileSync(join(root, file), text);
function commit(...files: string[]): string {
  for (const file of files) write(file);
  git('add', '-A');
  git('commit', '-q', '-m', files.join(' '));
  return git('rev-parse', 'HEAD');
}

describe('on a branch', () => {
  let forked: string;
  beforeEach(() => {
    git('init', '-q', '-b', 'main');
    forked = commit('old.ts', 'gone.ts', 'moved.ts');
    git('switch', '-q', '-c', 'work');
    commit('mine.ts');
    git('switch', '-q', 'main');
    commit('theirs.ts');
    git('switch', '-q', 'work');
  });

  test('the base is where it left the main branch', () => {
    expect(baseOf(true, root)).toBe(forked);
    expect(changedSince(baseOf(true, root), root)).toEqual(['mine.ts']);
  });

  test('the base is the commit given', () => {
    expect(baseOf('HEAD', root)).toBe(git('rev-parse', 'HEAD'));
    expect(changedSince(baseOf('HEAD', root), root)).toEqual([]);
    expect(changedSince(baseOf('HEAD~1', root), root)).toEqual(['mine.ts']);
  });

  test('new, staged, changed, deleted and moved files are changed', () => {
    git('rm', '-q', 'gone.ts');
    git('mv', 'moved.ts', 'there.ts');
    write('old.ts', 'other');
    write('new 新.ts');
    write('staged.ts');
    git('add', 'staged.ts');
    const changed = ['gone.ts', 'mine.ts', 'moved.ts', 'new 新.ts', 'old.ts', 'staged.ts', 'there.ts'];
    expect(changedSince(forked, root)).toEqual(changed.toSorted());
  });

  test('an unknown commit is refused by name', () => {
    expect(() => baseOf('nowhere', root)).toThrow(BadChoice);
    expect(() => baseOf('nowhere', root)).toThrow('"nowhere" is no commit of this repository');
  });
});

test('without a main branch it requires a commit', () => {
  git('init', '-q', '-b', 'work');
  commit('a.ts');
  expect(() => baseOf(true, root)).toThrow('name one: --changed=<commit>');
});

test('without git it reports this', () => {
  expect(() => baseOf(true, root)).toThrow('--changed needs git');
});
