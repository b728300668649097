import { standardName, type StandardKind } from '../../lib/i18n.ts';

/** The part of an entry that a picker shows. */
export interface Entry {
  readonly id: number;
  readonly name: string;
  readonly sort: number;
}

export interface EntryOption {
  readonly value: number;
  readonly label: string;
}

/**
 * Options in the configured order. Entries with an equal `sort` are ordered by name, independent of the order of the
 * answer.
 */
export function optionsOf(kind: StandardKind, entries: readonly Entry[] | undefined): EntryOption[] {
  const sorted = [...(entries ?? [])];
  sorted.sort((a, b) => a.sort - b.sort || a.name.localeCompare(b.name, 'zh-CN'));
  return sorted.map(({ id, name }) => ({ value: id, label: standardName(kind, name) }));
}
