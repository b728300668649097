import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PROCESS_KINDS, type ProcessKind } from '@prdm/contract/processes/kinds';
import { REVIEW_STATES, type ReviewListState, type ReviewRow, type ReviewSort } from '@prdm/contract/processes/review';
import { useListView, type ListView } from '../../../ui/table/use-list-view.ts';
import { useReviews } from '../processes.queries.ts';

/** Rows of one page of the queue. A batch has at most as many. */
export const QUEUE_SIZE = 50;

export const stateIn = (value: string | null): ReviewListState =>
  REVIEW_STATES.find((state) => state === value) ?? 'todo';
const kindIn = (value: string | undefined): ProcessKind | undefined => PROCESS_KINDS.find((kind) => kind === value);

export interface Queue {
  readonly state: ReviewListState;
  readonly kind: ProcessKind | undefined;
  readonly view: ListView;
  readonly query: ReturnType<typeof useReviews>;
  /** The rows without those that the reader has just decided. */
  readonly rows: readonly ReviewRow[];
  /** The rows belong to another list until the answer arrives. */
  readonly isOld: boolean;
  /** Opens another list at its first row. */
  readonly setState: (state: ReviewListState) => void;
  readonly setKind: (kind: ProcessKind | null) => void;
  /** Hides the rows of a review at once, before the answer without them arrives. */
  readonly hide: (processId: number) => void;
}

/** The list of the address: state, kind, word, order and page. A reload, back and a copied link show the same list. */
export function useQueue(): Queue {
  const [address, setAddress] = useSearchParams();
  const state = stateIn(address.get('state'));
  const view = { ...useListView(['kind']), size: QUEUE_SIZE };
  const kind = kindIn(view.filters['kind']);
  const query = useReviews({
    state,
    ...(kind === undefined ? {} : { kind }),
    ...(view.word === '' ? {} : { word: view.word }),
    ...(view.sort === null ? {} : { sort: view.sort as ReviewSort, order: view.order }),
    page: view.page,
    size: view.size,
  });
  // Each assignment is decided once, so its line never comes back.
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const listed = query.data?.list ?? [];
  const rows = state === 'todo' ? listed.filter(({ line_id }) => !hidden.has(line_id)) : listed;
  const isOld = query.isPlaceholderData || query.data === undefined;

  // The decision of the last row of the last page leaves an empty page.
  const isBeyond = !query.isFetching && !isOld && listed.length === 0 && view.page > 1;
  const { set } = view;
  useEffect(() => {
    if (isBeyond) set({ page: view.page - 1 });
  }, [isBeyond, set, view.page]);

  const change = (name: string, value: string | null) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const key of ['page', 'id', 'confirm']) next.delete(key);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return {
    state,
    kind,
    view,
    query,
    rows,
    isOld,
    setState: (next) => change('state', next === 'todo' ? null : next),
    setKind: (next) => change('kind', next),
    hide: (processId) => {
      const lines = listed.filter(({ process_id }) => process_id === processId).map(({ line_id }) => line_id);
      setHidden((before) => new Set([...before, ...lines]));
    },
  };
}

/** The last index of the open row, for the row that takes its place when it leaves the list. */
export function useLastAt(at: number): number {
  const [last, setLast] = useState(0);
  if (at >= 0 && at !== last) setLast(at);
  return at >= 0 ? at : last;
}
