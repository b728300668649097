import type { ReactNode } from 'react';
import type { IconName } from '../look/icon.tsx';

export interface PageColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** px. At least one column should have none, and takes what is left. */
  readonly width?: number;
  /** Figures stand right, with figures of equal width. */
  readonly align?: 'left' | 'right' | 'center';
  /** The name the server sorts by; the column's key when true. */
  readonly sort?: true | string;
  readonly render: (row: Row) => ReactNode;
  /** Not shown until the person asks for it. */
  readonly optional?: true;
  /** Stays while the table scrolls sideways: the name, which cannot be hidden either (true), or what can be done, at the right edge. */
  readonly fixed?: true | 'right';
  /** Where it stands in the two-line card below 1024 px; columns without a place do not show there. */
  readonly card?: 'title' | 'end' | 'line';
}

/** The name by which the server sorts a column; undefined for a column that cannot be sorted. */
export const sortNameOf = <Row>({ key, sort }: PageColumn<Row>): string | undefined => (sort === true ? key : sort);

/** One field by which a list can be sorted. */
export interface SortField {
  /** The name that the server knows; it stands in the address as `sort`. */
  readonly name: string;
  readonly label: string;
  /** The direction of the first choice; ascending when missing, as in a column head. */
  readonly first?: 'asc' | 'desc';
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** One thing a list can be narrowed by; its value stands in the address under `key`. */
export interface PageFilter {
  readonly key: string;
  readonly label: string;
  readonly options: readonly FilterOption[];
}

export interface BulkAction<Row> {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  /** Absent rows cannot be acted on; all when missing. */
  readonly possible?: (row: Row) => boolean;
  readonly run: (rows: readonly Row[]) => void | Promise<void>;
}

/** What the server answers to a list call. */
export interface PageAnswer<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/** As much of a query as a table needs; `useAsk(...)` fits. */
export interface PageQuery<Row> {
  readonly data: PageAnswer<Row> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}
