import { useState } from 'react';
import type { StaffRow } from '@prdm/contract/organisation';
import { userSort } from '@prdm/contract/staff';
import type { InputOf } from '../../../lib/api/call.ts';
import { useApiMutation } from '../../../lib/api/queries.ts';
import { useAppState } from '../../../lib/app-state.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import type { RowOrder } from '../../../ui/crud/entity-columns.tsx';
import { dropClass, type Dragging } from '../../../ui/crud/grip.tsx';
import { useOrder, type Move } from '../../../ui/crud/use-order.ts';

const stateOf = ({ status }: StaffRow): string => status;

/**
 * The order by hand of the shown people. A person moves among those of the same state. On a later page the top of the page
 * is not the top of the list, so the person is put before the first row.
 */
export function useStaffOrder(given: readonly StaffRow[], { may, page }: { may: boolean; page: number }) {
  const t = useT();
  const isTouch = useAppState(({ device }) => device === 'mobile');
  const { mutateAsync } = useApiMutation(userSort);
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const [told, setTold] = useState('');
  const nameOf = (id: number): string => given.find((each) => each.id === id)?.name ?? '';
  const inputOf = ({ id, afterId }: Move): InputOf<typeof userSort> => {
    if (afterId !== null) return { id, after_id: afterId };
    const state = given.find((each) => each.id === id)?.status;
    const isFirst = page === 1 || given[0]?.status !== state;
    const first = given.find((each) => each.id !== id && each.status === state);
    return isFirst || first === undefined ? { id } : { id, before_id: first.id };
  };
  const send = async (move: Move, before: number | null): Promise<void> => {
    await mutateAsync(inputOf(move));
    const back = inputOf({ id: move.id, afterId: before });
    toast.success(t('entities.done.sort', { name: nameOf(move.id) }), {
      label: t('common.undo'),
      run: () => void mutateAsync(back).catch(() => undefined),
    });
  };
  const { rows, beside, moveTo, step } = useOrder(given, send, stateOf);
  const placeOf = ({ id, to }: Dragging): Dragging => {
    const above = rows.filter((each) => each.id !== id).slice(0, to);
    const siblings = beside(id);
    return { id, to: above.filter((each) => siblings.includes(each)).length };
  };
  const announce = (id: number, to: number | null): void => {
    if (to !== null) setTold(t('entities.movedTo', { name: nameOf(id), n: to + 1, total: beside(id).length }));
  };
  const onStep = (id: number, by: 1 | -1): void => announce(id, step(id, by));
  const order: RowOrder = {
    indexOf: (id) => rows.findIndex((each) => each.id === id),
    count: rows.length,
    isTouch,
    onOver: (over) => setDragging(over && placeOf(over)),
    onDrop: (id, to) => {
      const place = placeOf({ id, to }).to;
      moveTo(id, place);
      announce(id, place);
    },
    onStep,
  };
  return {
    rows,
    told,
    order: may ? order : null,
    rowClass: (row: StaffRow): string => (dragging === null ? '' : dropClass(row, beside(dragging.id), dragging)),
  };
}
