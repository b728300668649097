import type { OpenRecord } from '../../lib/record-title.ts';
import { session } from '../../lib/session/session.ts';
import { readStoredJson, writeStored } from '../../lib/storage.ts';

/** A record that was opened. */
export interface Recent {
  readonly kind: OpenRecord['kind'] | 'project';
  readonly id: number;
  readonly name: string;
  readonly to: string;
  /** Name of the project; empty for a project and for a person. */
  readonly place: string;
}

/** The palette shows 8. More are stored, because it leaves out the record that is open. */
const STORED = 12;

const keyOf = (personId: number): string => `recent.${personId}`;
const ownKey = (): string => keyOf(session().me?.id ?? 0);

const isRecent = (value: unknown): value is Recent => {
  const { kind, id, name, to, place } = (value ?? {}) as Partial<Recent>;
  return [kind, name, to, place].every((part) => typeof part === 'string') && typeof id === 'number' && to?.[0] === '/';
};

function stored(key: string): readonly Recent[] {
  const value = readStoredJson(key);
  return Array.isArray(value) ? value.filter(isRecent) : [];
}

/** The records that this person opened last in this browser, the last one first. Another tab may have added some. */
export function recentRecords(): readonly Recent[] {
  return stored(ownKey());
}

/** Puts a record first. */
export function withRecent(list: readonly Recent[], recent: Recent): Recent[] {
  const others = list.filter(({ kind, id }) => kind !== recent.kind || id !== recent.id);
  return [recent, ...others].slice(0, STORED);
}

export const keepRecent = (recent: Recent): void =>
  writeStored(ownKey(), JSON.stringify(withRecent(recentRecords(), recent)));
