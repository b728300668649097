import type { z } from 'zod';
import type { Principal } from '@prdm/access';
import type { Fate } from '@prdm/contract/kit/sheet-import';
import type { Lang } from '@prdm/locales';
import type { TextKey } from '@prdm/locales/text-key';
import type { Actor } from '../../actor.ts';
import type { Trx } from '../../db.ts';
import type { Amount } from '../../money/amount.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface ImportColumn<S extends z.ZodType = z.ZodType> {
  /** Text key of the title. A file may use its text in any language, or the field name. */
  readonly title: TextKey;
  /** Rules of a value, the same as in the call of the form. A blank cell is `undefined`. No ids. */
  readonly schema: S;
  /** The file must have the column. */
  readonly required?: true;
  /** `day` also accepts 2026/1/2, 2026年1月2日 and the day numbers of spreadsheet programs. */
  readonly kind?: 'text' | 'day';
  /** The values that a cell may have, by their texts in any language or by their names. */
  readonly choices?: Readonly<Record<string, TextKey>>;
  readonly width?: number;
  /** Text key of what to write. It stands in the template. */
  readonly note: TextKey;
  /** The cell of the example in the template. For a choice, its name. */
  readonly example: TextKey | { readonly value: string };
}
export type ImportColumns = Readonly<Record<string, ImportColumn>>;
export type RowOf<C extends ImportColumns> = { readonly [F in keyof C]: z.output<C[F]['schema']> };

/** Decision on one row. `state` is all that it depends on: when it differs at the import, a new check is needed. */
export type Judged =
  | {
      readonly fate: Exclude<Fate, 'refused'>;
      readonly state: Json;
      /** For `changed`: the present text of each column that changes. An `Amount` is masked for the caller. */
      readonly was?: Readonly<Record<string, string | Amount>>;
    }
  | {
      readonly fate: 'refused';
      readonly reason: TextKey;
      readonly params?: Record<string, string | number>;
      /** The column that the reason concerns. */
      readonly field?: string;
    };

/** A row that adds or changes a record. */
export interface AcceptedRow<Row> {
  readonly row: Row;
  readonly fate: 'new' | 'changed';
}

/** A touched record, as the undo needs it. `name` names it to a reader. */
export interface ImportRecord {
  readonly key: string;
  readonly name: string;
  /** null: the record did not exist. */
  readonly before: Json;
  readonly after: Json;
}

/** Values of added records that the answer shows once. They are never stored. */
export interface MadeSecrets {
  /** Text key of the name of the spreadsheet. */
  readonly name: TextKey;
  /** Text keys of the titles. */
  readonly columns: readonly TextKey[];
  readonly rows: readonly (readonly string[])[];
}

export interface Applied {
  /** One record per row. */
  readonly records: readonly ImportRecord[];
  readonly secrets?: MadeSecrets | null;
}

export interface SkippedRecord {
  readonly name: string;
  readonly reason: TextKey;
}

export interface ImportCaller {
  readonly actor: Actor;
  readonly lang: Lang;
  /** Amounts of the answer are masked for this person. */
  readonly reader: Principal;
}

/** A declared import. `platform/sheets/imports` does everything that is the same for all of them. */
export interface SheetImport<C extends ImportColumns = ImportColumns, Context = unknown> {
  /** Stored with each import. */
  readonly kind: string;
  /** Text key of the noun: name of the template and of its sheet. */
  readonly name: TextKey;
  readonly columns: C;
  /** Two rows with the same key refuse the second one. */
  key(row: RowOf<C>): string;
  /**
   * Loads all that `judge` needs, once for all rows. `locks`: the import follows in this transaction, so nothing may change
   * until its end.
   */
  open(given: {
    readonly trx: Trx;
    readonly caller: ImportCaller;
    readonly rows: readonly RowOf<C>[];
    /** Columns that the file has. A field of another column keeps its value. */
    readonly fields: readonly (keyof C & string)[];
    readonly locks: boolean;
  }): Promise<Context>;
  judge(row: RowOf<C>, context: Context): Judged;
  /** Writes the rows and emits the events of the domain. */
  apply(given: {
    readonly trx: Trx;
    readonly caller: ImportCaller;
    readonly rows: readonly AcceptedRow<RowOf<C>>[];
    readonly context: Context;
  }): Promise<Applied>;
  /** Restores records that still are as the import left them. Returns the others. */
  undo(given: {
    readonly trx: Trx;
    readonly caller: ImportCaller;
    readonly records: readonly ImportRecord[];
  }): Promise<readonly SkippedRecord[]>;
}

/** Declares an import, with its types inferred from its columns. */
export const sheetImport = <C extends ImportColumns, Context>(
  declared: SheetImport<C, Context>,
): SheetImport<C, Context> => declared;
