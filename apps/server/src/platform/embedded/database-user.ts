import { spawnSync } from 'node:child_process';
import { runAs } from './processes.ts';
import type { DatabaseUser } from './types.ts';
import { EmbeddedError } from './types.ts';

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The account for the server process, or null for our own. PostgreSQL refuses to run as root, so root uses another account.
 * @param owner the owner of an existing database: only that account can open it.
 */
export function databaseUser(owner: { uid: number; gid: number } | null): DatabaseUser | null {
  if (!isRoot()) return null;
  const user = owner ? { ...owner, name: nameOf(owner.uid) } : lentAccount();
  const trial = spawnSync('/bin/sh', ['-c', 'exit 0'], { cwd: '/', ...runAs(user) });
  if (trial.error) {
    throw new EmbeddedError(
      `The database server refuses to run as root, and this root may not start programs as ${user.name} ` +
        `(${trial.error.message}). Start the program as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return user;
}

function lentAccount(): DatabaseUser {
  for (const name of ['postgres', 'nobody']) {
    const uid = ask('-u', name);
    const gid = ask('-g', name);
    if (uid && gid && uid !== '0') return { uid: Number(uid), gid: Number(gid), name };
  }
  throw new EmbeddedError(
    'The database server refuses to run as root, and this system has neither a user postgres nor a user nobody. ' +
      'Create one (useradd --system postgres), start the program as an ordinary user, or set DATABASE_URL.',
  );
}

/** The name of an account for messages; its number when it has no name. */
export function nameOf(uid: number): string {
  return ask('-un', String(uid)) ?? String(uid);
}

function ask(flag: string, who: string): string | null {
  const answer = spawnSync('id', [flag, who], { encoding: 'utf8' });
  return answer.status === 0 ? answer.stdout.trim() : null;
}
