import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';

export const PAGE_SIZES = [20, 50, 100, 200] as const;

export interface ListView {
  readonly page: number;
  readonly size: number;
  readonly sort: string | null;
  readonly order: 'asc' | 'desc';
  readonly word: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly isNarrowed: boolean;
  readonly set: (change: ViewChange) => void;
  readonly clear: () => void;
}

export interface ViewChange {
  readonly page?: number;
  readonly size?: number;
  readonly sort?: string | null;
  readonly order?: 'asc' | 'desc';
  readonly word?: string;
  /** A null value removes the filter. */
  readonly filters?: Readonly<Record<string, string | null>>;
}

const positive = (text: string | null, otherwise: number): number => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise;
};

/**
 * Page, sort order, search word and filters of a list, stored in the address. Back, reload and a copied link show the
 * same list.
 * `filterKeys` are the parameters that are filters. `set` keeps all other parameters of the page.
 */
export function useListView(filterKeys: readonly string[] = []): ListView {
  const [query, setQuery] = useSearchParams();
  const names = filterKeys.join(' ');
  const set = useCallback(
    (change: ViewChange) => {
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          const put = (name: string, value: string | null | undefined) =>
            value === null || value === undefined || value === '' ? next.delete(name) : next.set(name, value);
          if (change.word !== undefined) put('word', change.word);
          if (change.sort !== undefined) put('sort', change.sort);
          if (change.order !== undefined) put('order', change.order === 'desc' ? 'desc' : null);
          if (change.size !== undefined) put('size', change.size === LIMITS.pageSize ? null : String(change.size));
          for (const [name, value] of Object.entries(change.filters ?? {})) put(name, value);
          // Every change except paging returns to the first page.
          put('page', change.page === undefined || change.page <= 1 ? null : String(change.page));
          return next;
        },
        { replace: change.page === undefined },
      );
    },
    [setQuery],
  );
  return useMemo(() => {
    const keys = names === '' ? [] : names.split(' ');
    const filters = Object.fromEntries(
      keys.flatMap((key) => {
        const value = query.get(key);
        return value === null ? [] : [[key, value] as const];
      }),
    );
    const word = query.get('word') ?? '';
    return {
      page: positive(query.get('page'), 1),
      size: Math.min(positive(query.get('size'), LIMITS.pageSize), LIMITS.pageSizeMax),
      sort: query.get('sort'),
      order: query.get('order') === 'desc' ? 'desc' : 'asc',
      word,
      filters,
      isNarrowed: word !== '' || Object.keys(filters).length > 0,
      set,
      clear: () => set({ word: '', filters: Object.fromEntries(keys.map((key) => [key, null])) }),
    };
  }, [query, names, set]);
}

/** The paging parameters of a list call. */
export const pageOfView = ({ page, size }: ListView): { page: number; size: number } => ({ page, size });
