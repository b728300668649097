import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { subjectsSince } from './subjects.ts';

const RULE = 'rule.ts';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'subjects-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]): void =>
  void execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', ...args],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  );
const commit = (subject: string): void => git('commit', '--allow-empty', '-m', subject);
const addRule = (): void => {
  writeFileSync(join(folder, RULE), '');
  git('add', RULE);
  commit('tools: add the rule');
};
const subjects = (from = folder): string[] | undefined => subjectsSince(from, RULE)?.map(({ subject }) => subject);

test('commits after the one that added the rule are judged, merges among them', () => {
  git('init', '-b', 'main');
  commit('before the rule');
  git('branch', 'beside');
  addRule();
  commit('tasks: lock the parent');
  git('checkout', 'beside');
  commit('beside the rule');
  git('checkout', 'main');
  git('merge', '--no-ff', 'beside', '-m', "Merge branch 'beside'");
  expect(subjects()).toEqual(["Merge branch 'beside'", 'tasks: lock the parent']);
});

test('without a commit of the rule there is nothing to judge', () => {
  git('init', '-b', 'main');
  commit('before the rule');
  expect(subjects()).toEqual([]);
});

test('without a history, without a commit, and with a shallow history nothing can be judged', () => {
  expect(subjects()).toBeUndefined();
  git('init', '-b', 'main');
  expect(subjects()).toBeUndefined();
  addRule();
  commit('tasks: lock the parent');
  const shallow = join(folder, 'shallow');
  git('clone', '--depth', '1', `file://${folder}`, shallow);
  expect(subjects(shallow)).toBeUndefined();
});
