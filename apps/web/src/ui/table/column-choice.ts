import { useCallback, useState } from 'react';
import { readStoredJson, writeStored } from '../../lib/storage.ts';
import type { PageColumn } from './table-types.ts';

/** The user's choice of shown columns. The browser stores it under the table's id. */
export function useColumnChoice<Row>(id: string, columns: readonly PageColumn<Row>[]) {
  const key = `columns.${id}`;
  const [kept, setKept] = useState<Readonly<Record<string, boolean>>>(() => {
    const stored = readStoredJson(key);
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {};
  });
  const isShown = (column: PageColumn<Row>): boolean =>
    column.fixed === true || (kept[column.key] ?? column.optional !== true);
  const toggle = useCallback(
    (name: string, shown: boolean) =>
      setKept((before) => {
        const next = { ...before, [name]: shown };
        writeStored(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  return { shown: columns.filter(isShown), isShown, toggle };
}
