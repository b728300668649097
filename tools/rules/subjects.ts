import { execFileSync } from 'node:child_process';

interface Commit {
  readonly id: string;
  readonly subject: string;
}

/** A repository without commits or without git answers null. */
function git(folder: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/**
 * The commits that descend from the one that added `file`. Empty when no commit has added it yet; null where there is no history or only
 * a part of it. Commits made beside that one on another branch do not descend from it and are left out.
 */
export function subjectsSince(folder: string, file: string): Commit[] | null {
  if (git(folder, 'rev-parse', '--is-shallow-repository') !== 'false') return null;
  const added = git(folder, 'log', '--diff-filter=A', '--format=%H', 'HEAD', '--', file);
  if (added === null) return null;
  const first = added.split('\n').at(-1) ?? '';
  if (first === '') return [];
  const listed = git(folder, 'log', '--ancestry-path', '--format=%h %s', `${first}..HEAD`) ?? '';
  return listed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ id: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }));
}
