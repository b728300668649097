import type { DictionaryEntries } from '@prdm/contract/config';

type Entry = DictionaryEntries['list'][number];

export interface EntryOption {
  readonly value: number;
  readonly label: string;
}

/** Options in the configured order; entries of one place by their name, so that the order never depends on the database. */
export function optionsOf(entries: readonly Entry[] | undefined): EntryOption[] {
  const sorted = [...(entries ?? [])];
  sorted.sort((a, b) => a.sort - b.sort || a.name.localeCompare(b.name, 'zh-CN'));
  return sorted.map(({ id, name }) => ({ value: id, label: name }));
}
