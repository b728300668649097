import type { OpenRecord } from './record-title.ts';
import { session } from './session/session.ts';
import { readStoredJson, writeStored } from './storage.ts';

/** A record that was opened. Palette and project switcher offer it again. */
export interface Recent {
  readonly kind: OpenRecord['kind'] | 'project';
  readonly id: number;
  readonly name: string;
  readonly to: string;
  /** Name of the project; empty for a project and for a person. */
  readonly place: string;
}

/** Each list shows 8 and leaves out the record that is open. Projects have places of their own: many tasks must not displace them. */
const PROJECTS_STORED = 9;
const OTHERS_STORED = 12;

const ownKey = (): string => `recent.${session().me?.id ?? 0}`;

const isRecent = (value: unknown): value is Recent => {
  const { kind, id, name, to, place } = (value ?? {}) as Partial<Recent>;
  return (
    [kind, name, to, place].every((part) => typeof part === 'string') &&
    typeof id === 'number' &&
    name !== '' &&
    to?.[0] === '/'
  );
};

/** The records that this person opened last in this browser, the last one first. Another tab may have added some. */
export function recentRecords(): readonly Recent[] {
  const value = readStoredJson(ownKey());
  return Array.isArray(value) ? value.filter(isRecent) : [];
}

export const recentProjects = (): readonly Recent[] => recentRecords().filter(({ kind }) => kind === 'project');

/** Puts a record first and drops the oldest ones of its sort. */
export function withRecent(list: readonly Recent[], recent: Recent): Recent[] {
  const all = [recent, ...list.filter(({ kind, id }) => kind !== recent.kind || id !== recent.id)];
  const left = { projects: PROJECTS_STORED, others: OTHERS_STORED };
  return all.filter(({ kind }) => {
    const sort = kind === 'project' ? 'projects' : 'others';
    left[sort] -= 1;
    return left[sort] >= 0;
  });
}

const write = (list: readonly Recent[]): void => writeStored(ownKey(), JSON.stringify(list));

export const keepRecent = (recent: Recent): void => write(withRecent(recentRecords(), recent));

/** Drops a project that the server no longer opens for this person. */
export function dropRecentProject(projectId: number): void {
  const list = recentRecords();
  const left = list.filter(({ kind, id }) => kind !== 'project' || id !== projectId);
  if (left.length < list.length) write(left);
}
