import { useEffect } from 'react';
import { create } from 'zustand';

/** An open record. The palette offers it again later. */
export interface OpenRecord {
  readonly kind: 'task' | 'file' | 'person' | 'model';
  readonly id: number;
  /** Its address, with the project in it. */
  readonly to: string;
  readonly projectId?: number;
}

interface Named {
  readonly key: symbol;
  readonly name: string;
  readonly record: OpenRecord | null;
}

/** The names of open records, the last one opened on top. A drawer can open over the page of another record. */
const useNames = create<readonly Named[]>(() => []);

/** The name of the record that the reader sees, or null. Crumb and browser title show it. */
export const useOpenRecord = (): string | null => useNames((names) => names.at(-1)?.name ?? null);

/** The record that the reader sees, with its name. Name and record are of one answer, whatever the address says meanwhile. */
export const useNamedRecord = (): { name: string; record: OpenRecord | null } | null =>
  useNames((names) => names.at(-1) ?? null);

/** Names the open record for crumb and title, and lists `record` among the recent ones. An empty name (not loaded yet) sets nothing. */
export function useRecordTitle(name: string | undefined, record?: OpenRecord): void {
  const { kind, id, to, projectId } = record ?? {};
  useEffect(() => {
    if (name === undefined || name === '') return;
    const key = Symbol(name);
    const opened = kind === undefined || id === undefined || to === undefined ? null : { kind, id, to, projectId };
    useNames.setState((names) => [...names, { key, name, record: opened }], true);
    return () => useNames.setState((names) => names.filter((one) => one.key !== key), true);
  }, [name, kind, id, to, projectId]);
}
