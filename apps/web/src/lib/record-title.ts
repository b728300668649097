import { useEffect } from 'react';
import { create } from 'zustand';

/** The names of open records, the last one opened on top. A drawer can open over the page of another record. */
const useNames = create<readonly { key: symbol; name: string }[]>(() => []);

/** The name of the record that the reader sees, or null. Crumb and browser title show it. */
export const useOpenRecord = (): string | null => useNames((names) => names.at(-1)?.name ?? null);

/** Names the open record for crumb and title. An empty name (not loaded yet) sets nothing. */
export function useRecordTitle(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined || name === '') return;
    const key = Symbol(name);
    useNames.setState((names) => [...names, { key, name }], true);
    return () => useNames.setState((names) => names.filter((one) => one.key !== key), true);
  }, [name]);
}
