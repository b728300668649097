import type { ReactNode } from 'react';
import type { IconName } from '../look/icon.tsx';

export interface PageColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** Width in px. Leave it out for at least one column, which takes the remaining space. */
  readonly width?: number;
  /** Use `right` for numbers. Their digits then have equal width. */
  readonly align?: 'left' | 'right' | 'center';
  /** The server's name of the sort field. True means the column's key. */
  readonly sort?: true | string;
  readonly render: (row: Row) => ReactNode;
  /** Hidden until the user selects the column. */
  readonly optional?: true;
  /**
   * The column stays visible while the table scrolls sideways. True: the name,
   * which the user cannot hide. `right`: the actions, at the right edge.
   */
  readonly fixed?: true | 'right';
  /** Place in the two-line card below 1024 px. A column without a place shows only while the list is sorted by it. */
  readonly card?: 'title' | 'end' | 'line';
}

/** The server's name of a column's sort field, or undefined for a column that cannot be sorted. */
export const sortNameOf = <Row>({ key, sort }: PageColumn<Row>): string | undefined => (sort === true ? key : sort);

/** A field by which a list can be sorted. */
export interface SortField {
  /** The server's name of the field. The address holds it as `sort`. */
  readonly name: string;
  readonly label: string;
  /** The direction on the first choice. The default is ascending, as in a column head. */
  readonly first?: 'asc' | 'desc';
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** A filter of a list. The address holds its value under `key`. */
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
  /** False for a row that the action cannot take. Without it, the action takes all rows. */
  readonly possible?: (row: Row) => boolean;
  readonly run: (rows: readonly Row[]) => void | Promise<void>;
}

/** The server's answer to a list call. */
export interface PageAnswer<Row> {
  readonly list: readonly Row[];
  readonly total: number;
}

/** The part of a query that a table needs. `useApiQuery(...)` fits. */
export interface PageQuery<Row> {
  readonly data: PageAnswer<Row> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}
