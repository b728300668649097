import type { z } from 'zod';
import {
  WORK_KIND_OF,
  type STAYS_BECAUSE,
  type userWork,
  type WorkItem,
  type WorkKind,
} from '@prdm/contract/organisation/work';

export type Work = z.output<typeof userWork.output>;

export interface OpenWork {
  readonly kind: WorkKind;
  readonly count: number;
}
/** Kinds of work that a person must hand over before leaving. People and departments can also be left without a leader. */
export const mustMove = ({ kind }: Pick<OpenWork, 'kind'>): boolean => kind !== 'lead';

/** The chosen colleague for each kind of work. Null means that the user cleared the choice. */
export type Heirs = Partial<Record<WorkKind, number | null>>;
/** The chosen colleague of single items by key. Null means that the user cleared the choice. */
export type ItemHeirs = Readonly<Record<string, number | null>>;

/** A piece of work that the chosen colleague could not take, and the reason. */
export interface Stays {
  readonly kind: WorkKind;
  /** Null for work that the answer does not name by a key. */
  readonly key: string | null;
  readonly name: string;
  readonly why: (typeof STAYS_BECAUSE)[number];
  readonly to: number;
}

/** The work of one kind: its items, and the number of those that are not shown. */
export interface WorkGroup {
  readonly kind: WorkKind;
  readonly items: readonly WorkItem[];
  /** Items that the list does not show: of hidden projects, or beyond its end. They move with the whole kind only. */
  readonly more: number;
  /** The part of `more` in projects that the reader may not see. */
  readonly hidden: number;
  readonly count: number;
}

export const kindOf = ({ kind }: WorkItem): WorkKind => WORK_KIND_OF[kind];

/** The groups of an answer, in its order. */
export function groupsOf({ open, list, hidden, total }: Work): WorkGroup[] {
  const kinds = [...new Set([...open.map(({ kind }) => kind), ...list.map(kindOf), ...hidden.map(({ kind }) => kind)])];
  return kinds.map((kind) => {
    const items = list.filter((item) => kindOf(item) === kind);
    const secret = hidden.find((each) => each.kind === kind)?.count ?? 0;
    const counted = open.find((each) => each.kind === kind)?.count ?? 0;
    // A review can hold several assignments, so the number of assignments may exceed that of the items.
    const isCut = list.length < total || items.length === 0;
    const beyond = isCut ? Math.max(0, counted - items.length - secret) : 0;
    return { kind, items, hidden: secret, more: secret + beyond, count: Math.max(counted, items.length + secret) };
  });
}

/** The colleague of a whole kind. Without a choice it is that of the first kind. */
export function heirOfKind(groups: readonly Pick<WorkGroup, 'kind'>[], chosen: Heirs, kind: WorkKind): number | null {
  const first = groups[0] === undefined ? undefined : chosen[groups[0].kind];
  return (chosen[kind] === undefined ? first : chosen[kind]) ?? null;
}

export const heirOfItem = (
  groups: readonly WorkGroup[],
  { chosen, single }: { chosen: Heirs; single: ItemHeirs },
  item: WorkItem,
): number | null => {
  const own = single[item.key];
  return own === undefined ? heirOfKind(groups, chosen, kindOf(item)) : own;
};

export interface HandOverPlan {
  readonly moves: readonly { readonly item: string; readonly to_id: number }[];
  /** Kinds that are handed over as a whole after the items, for work that the list does not show. */
  readonly kinds: readonly { readonly kind: WorkKind; readonly to: number }[];
  /** Every item that blocks leaving has a colleague. */
  readonly isWhole: boolean;
}

/** The hand-overs to request. */
export function planOf(groups: readonly WorkGroup[], choice: { chosen: Heirs; single: ItemHeirs }): HandOverPlan {
  const moves = groups.flatMap(({ items }) =>
    items.flatMap((item) => {
      const to = heirOfItem(groups, choice, item);
      return to === null ? [] : [{ item: item.key, to_id: to }];
    }),
  );
  const kinds = groups.flatMap(({ kind, items, more }) => {
    const to = heirOfKind(groups, choice.chosen, kind);
    const areAllMoved = items.every((item) => heirOfItem(groups, choice, item) !== null);
    return to === null || more === 0 || !areAllMoved ? [] : [{ kind, to }];
  });
  const isWhole = groups
    .filter(mustMove)
    .every(
      ({ kind, items, more }) =>
        items.every((item) => heirOfItem(groups, choice, item) !== null) &&
        (more === 0 || kinds.some((each) => each.kind === kind)),
    );
  return { moves, kinds, isWhole };
}
