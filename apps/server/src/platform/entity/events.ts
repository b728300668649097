import type { SubjectKindName } from '@prdm/contract/kit';
import { defineEvent, type EventKind } from '../bus.ts';

export interface ChangedEntry {
  readonly id: number;
  readonly name: string;
}

export const ENTITY_CHANGES = ['added', 'edited', 'removed', 'restored', 'enabled', 'disabled', 'sorted'] as const;
export type EntityChange = (typeof ENTITY_CHANGES)[number];
export type EntityEvents = Readonly<Record<EntityChange, EventKind<ChangedEntry>>>;

/** The events of one kind of entry: `config.stageAdded`, `organisation.userGroupEdited`. */
export function entityEvents(module: string, kind: SubjectKindName): EntityEvents {
  const noun = kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const named = (change: EntityChange) =>
    defineEvent<ChangedEntry>(`${module}.${noun}${change.charAt(0).toUpperCase()}${change.slice(1)}`);
  return Object.fromEntries(ENTITY_CHANGES.map((change) => [change, named(change)])) as unknown as EntityEvents;
}
