import { useState } from 'react';
import { CODES } from '@prdm/contract/codes';
import { CallError } from '../../lib/api/call-error.ts';
import { showFailure } from '../../lib/api/query-client.ts';
import { translate } from '../../lib/i18n.ts';
import { toast } from '../../lib/toasts.ts';
import { useMarkDirty } from './settings-page.tsx';

export interface Refusal {
  readonly field: string;
  readonly msg: string;
}

/** The edit of one block. Typed values lie over the stored ones, so newer stored values show where nothing is typed. */
export interface BlockEdit<T extends object> {
  readonly values: T;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  /** The stored values changed since the last answer (1009). The typed values stay. */
  readonly isStale: boolean;
  /** A refusal of the server at a field. It goes with the next change of the block. */
  readonly refusal: Refusal | null;
  set<K extends keyof T>(name: K, value: T[K]): void;
  save(): Promise<void>;
  discard(): void;
  /** Ends the question of a stale block: the typed values stay, and the next save uses the newest version. */
  keep(): void;
}

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `send` stores the values and resolves after the stored ones are fresh. */
export function useBlock<T extends object>(stored: T, send: (values: T) => Promise<unknown>): BlockEdit<T> {
  const [mine, setMine] = useState<Partial<T>>({});
  const [isBusy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const values = { ...stored, ...mine };
  const isDirty = (Object.keys(mine) as (keyof T)[]).some((name) => !equal(mine[name], stored[name]));
  useMarkDirty(isDirty);
  const clear = () => {
    setMine({});
    setStale(false);
    setRefusal(null);
  };
  return {
    values,
    isDirty,
    isBusy,
    isStale,
    refusal,
    set(name, value) {
      setMine((before) => ({ ...before, [name]: value }));
      setRefusal(null);
    },
    async save() {
      setBusy(true);
      setRefusal(null);
      try {
        await send(values);
        clear();
        toast.success(translate('settings.saved'));
      } catch (error) {
        if (error instanceof CallError && error.code === CODES.conflict) setStale(true);
        else if (error instanceof CallError && error.field !== null) setRefusal({ field: error.field, msg: error.msg });
        else showFailure(error);
      } finally {
        setBusy(false);
      }
    },
    discard: clear,
    keep: () => setStale(false),
  };
}
