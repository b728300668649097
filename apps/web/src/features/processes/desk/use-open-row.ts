import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useRecordParam } from '../../../ui/records/record-drawer.tsx';

const positive = (text: string | null): number | null => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};

/**
 * The open review, `?id=` of the address. A wide desk always shows one and opens the first by itself. It replaces the
 * history entry, so that Back leaves the desk. On a narrow desk Back leads from the review to the queue. `?confirm=` is
 * the open confirmation of a task, in place of a review.
 */
export function useOpenRow({
  isNarrow,
  first,
  firstConfirm,
}: {
  isNarrow: boolean;
  first: number | undefined;
  /** The confirmation to open when no review waits. */
  firstConfirm: number | undefined;
}) {
  const record = useRecordParam('id');
  const [address, setAddress] = useSearchParams();
  const { pathname } = useLocation();
  const confirmId = positive(address.get('confirm'));
  const id = confirmId === null ? record.id : null;
  const placed = (before: URLSearchParams, name: 'id' | 'confirm', next: number | null): URLSearchParams => {
    const changed = new URLSearchParams(before);
    for (const key of ['id', 'confirm']) changed.delete(key);
    if (next !== null) changed.set(name, String(next));
    return changed;
  };
  const put = (next: number | null) => setAddress((before) => placed(before, 'id', next), { replace: true });
  const isFree = !isNarrow && id === null && confirmId === null;
  const start = isFree ? first : undefined;
  const startConfirm = isFree && first === undefined ? firstConfirm : undefined;
  const begin = useEffectEvent((name: 'id' | 'confirm', next: number) =>
    setAddress((before) => placed(before, name, next), { replace: true }),
  );
  useEffect(() => {
    if (start !== undefined) begin('id', start);
    else if (startConfirm !== undefined) begin('confirm', startConfirm);
  }, [start, startConfirm]);
  return {
    id,
    confirmId,
    show: (next: number) => (isNarrow && confirmId === null ? record.open(next) : put(next)),
    showConfirm: (next: number) =>
      setAddress((before) => placed(before, 'confirm', next), {
        replace: !isNarrow || confirmId !== null || id !== null,
      }),
    close: () => (confirmId === null ? record.close() : put(null)),
    /** After a decision: opens the next review, or shows the empty desk. */
    leave: (next: number | null) => {
      if (next !== null) put(next);
      else if (isNarrow && confirmId === null) record.close();
      else put(null);
    },
    hrefOf: (next: number, name: 'id' | 'confirm' = 'id'): string => `${pathname}?${placed(address, name, next)}`,
  };
}
