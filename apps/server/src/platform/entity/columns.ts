import type { AmountFacts } from '@prdm/access';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { MoneyModule } from '@prdm/contract/kit/money';
import { fenOf } from '@prdm/contract/kit/yuan';
import { Amount } from '../money/amount.ts';

type Row = Readonly<Record<string, unknown>>;

/** A field of an entry that is kept in one column of its table. */
export interface Column {
  /** The name in calls. */
  readonly field: string;
  /** The name in the table. */
  readonly column: string;
  /** The stored value of a field that was left out. */
  readonly empty: unknown;
  /** The kind of the record that the column names. */
  readonly refers?: SubjectKindName;
  /** An export writes a figure. */
  readonly isNumber?: true;
  /** The field is an `Amount`. An export masks it, and no list filters by it. */
  readonly isMoney?: true;
  /** Structured data, not a value of one cell. An export leaves it out. */
  readonly isData?: true;
  /** The values are keys of texts below this key: `entities.titleLevel`. */
  readonly texts?: string;
  toStored(value: unknown): unknown;
  /** `row` holds all columns, for a value that depends on others. */
  toShown(stored: unknown, row: Row): unknown;
}

const same = (value: unknown): unknown => value;

/** A text, empty when it is left out. */
export const textColumn = (field: string): Column => ({
  field,
  column: field,
  empty: '',
  toStored: same,
  toShown: same,
});

/** A value, null when it is left out. */
export const valueColumn = (field: string, empty: unknown = null): Column => ({ ...textColumn(field), empty });

/** One of some words. `texts` names them in exports. */
export const wordColumn = (field: string, empty: string, texts: string): Column => ({
  ...valueColumn(field, empty),
  texts,
});

/** Yes or no, no when it is left out. An export writes the word. */
export const flagColumn = (field: string): Column => valueColumn(field, false);

/** Structured data in a column of JSON. An empty list when it is left out. */
export const dataColumn = (field: string): Column => ({
  field,
  column: field,
  empty: '[]',
  isData: true,
  toStored: (value) => JSON.stringify(value),
  toShown: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
});

/** The id of a record of another kind. */
export const refColumn = (field: string, refers: SubjectKindName): Column => ({ ...valueColumn(field), refers });

/** Hours in calls, minutes in the table. */
export const hoursColumn = (field: string, column: string): Column => ({
  field,
  column,
  empty: null,
  isNumber: true,
  toStored: (hours) => Math.round((hours as number) * 60),
  toShown: (minutes) => (minutes === null ? null : (minutes as number) / 60),
});

/** Yuan in calls, whole fen in the table. `factsOf` reads from the stored row who sees the amount. */
export const moneyColumn = (
  field: string,
  column: string,
  module: MoneyModule,
  factsOf: (row: Row) => AmountFacts,
): Column => ({
  field,
  column,
  empty: null,
  isMoney: true,
  toStored: (yuan) => fenOf(yuan as string),
  toShown: (fen, row) => (fen === null ? null : new Amount(module, fen as number, factsOf(row))),
});
