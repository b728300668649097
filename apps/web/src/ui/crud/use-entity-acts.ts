import type { Endpoint } from '@prdm/contract/kit';
import { useApiMutation } from '../../lib/api/queries.ts';
import { useT } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';
import type { EntityCalls, EntityRow } from './crud-types.ts';
import type { Move } from './use-order.ts';

interface Items {
  readonly items: readonly { readonly id: number; readonly version: number }[];
}

const useChange = <Input>(call: Endpoint, refresh: readonly string[]): ((input: Input) => Promise<unknown>) =>
  useApiMutation(call, { refresh }).mutateAsync as (input: unknown) => Promise<unknown>;

/** The acts on many rows. Each one can be undone by another one. */
export type ManyAct = 'enable' | 'disable' | 'del';
const UNDONE_BY = { enable: 'disable', disable: 'enable', del: 'restore' } as const;

/**
 * The changes of a list. They run at once, and a toast offers undo. The server changes all rows or none; a refusal shows
 * as a toast.
 */
export function useEntityActs(calls: EntityCalls, refresh: readonly string[], shownName: (row: EntityRow) => string) {
  const t = useT();
  const enable = useChange<Items>(calls.enable, refresh);
  const disable = useChange<Items>(calls.disable, refresh);
  const del = useChange<Items>(calls.del, refresh);
  const restore = useChange<Items>(calls.restore, refresh);
  const runs = { enable, disable, del, restore };

  const act = async (kind: ManyAct, rows: readonly EntityRow[]): Promise<void> => {
    const [first] = rows;
    if (first === undefined) return;
    const items = rows.map(({ id, version }) => ({ id, version }));
    try {
      await runs[kind]({ items });
    } catch {
      return; // the toast of the call shows the refusal
    }
    const text =
      rows.length === 1
        ? t(`entities.done.${kind}`, { name: shownName(first) })
        : t(`entities.doneMany.${kind}`, { count: rows.length });
    // The change has raised each version by one. Another change in between refuses the undo (1009).
    const changed = items.map(({ id, version }) => ({ id, version: version + 1 }));
    toast.success(text, {
      label: t('common.undo'),
      run: () => void runs[UNDONE_BY[kind]]({ items: changed }).catch(() => undefined),
    });
  };
  const move = useMove(calls.sort, refresh);
  return { act, move };
}

/** Moves an entry behind another one. The toast offers undo. */
export function useMove(call: Endpoint, refresh: readonly string[]) {
  const t = useT();
  const sort = useChange<{ id: number; after_id?: number }>(call, refresh);
  const place = ({ id, afterId }: Move) => sort({ id, ...(afterId === null ? {} : { after_id: afterId }) });
  return async (wanted: Move, before: number | null, name: string): Promise<void> => {
    await place(wanted);
    toast.success(t('entities.done.sort', { name }), {
      label: t('common.undo'),
      run: () => void place({ id: wanted.id, afterId: before }).catch(() => undefined),
    });
  };
}
