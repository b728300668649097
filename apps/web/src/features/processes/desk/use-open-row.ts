import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useRecordParam } from '../../../ui/records/record-drawer.tsx';

/**
 * The open review, `?id=` of the address. A wide desk always shows one and opens the first by itself. It replaces the
 * history entry, so that Back leaves the desk. On a narrow desk Back leads from the review to the queue.
 */
export function useOpenRow({ isNarrow, first }: { isNarrow: boolean; first: number | undefined }) {
  const record = useRecordParam('id');
  const [address, setAddress] = useSearchParams();
  const { pathname } = useLocation();
  const { id } = record;
  const put = (next: number | null) =>
    setAddress(
      (before) => {
        const changed = new URLSearchParams(before);
        if (next === null) changed.delete('id');
        else changed.set('id', String(next));
        return changed;
      },
      { replace: true },
    );
  const start = !isNarrow && id === null ? first : undefined;
  const begin = useEffectEvent((next: number) => put(next));
  useEffect(() => {
    if (start !== undefined) begin(start);
  }, [start]);
  return {
    id,
    show: (next: number) => (isNarrow ? record.open(next) : put(next)),
    close: record.close,
    /** After a decision: opens the next review, or shows the empty desk. */
    leave: (next: number | null) => {
      if (next !== null) put(next);
      else if (isNarrow) record.close();
      else put(null);
    },
    hrefOf: (next: number): string => {
      const changed = new URLSearchParams(address);
      changed.set('id', String(next));
      return `${pathname}?${changed}`;
    },
  };
}
