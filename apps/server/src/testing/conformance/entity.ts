import type { Endpoint, SubjectKindName } from '@prdm/contract/kit';
import type { MatrixWorld } from '../matrix/world.ts';

/** The writing calls of a noun, and the call that reads one record. */
export type Change = 'add' | 'edit' | 'del';
export type Named = 'edit' | 'del' | 'info';
type Values = Readonly<Record<string, unknown>>;

/** Existing records of the matrix world, for the fields of a description. */
export interface Known {
  readonly idOf: (kind: SubjectKindName) => ReturnType<MatrixWorld['idOf']>;
  readonly userOf: (actor: string) => number;
  /** A new person outside every project. */
  readonly newPerson: () => Promise<number>;
}

/** A unique index with its field and the code of a duplicate. */
export interface UniqueKey {
  /** Absent: the primary key. */
  readonly index?: string;
  readonly field: string;
  /** Default: 1018. */
  readonly code?: number;
}

/**
 * The way to make, find and change one kind of record. Only differences from the default are needed. A field without a
 * value takes its sample (`matrix/samples.ts`).
 */
export interface Entity {
  /** As in nouns.ts: `department`, `project/member`. */
  readonly noun: string;
  readonly add: Endpoint;
  readonly edit: Endpoint;
  readonly del: Endpoint;
  readonly list: Endpoint;
  readonly info?: Endpoint;
  /** The tables of the record. The test compares their unique keys with `unique`. */
  readonly tables: readonly string[];
  /** Fields of `add` for a record with this name. `edit` takes the fields that it knows. */
  readonly fields: (name: string, known: Known) => Values | Promise<Values>;
  /** Unique indexes of values that the server assigns. A call cannot send a duplicate. */
  readonly assigned?: readonly string[];
  readonly unique?: readonly UniqueKey[];
  /** The actor who makes all changes. Default: superAdmin. */
  readonly owner?: string;
  /** A member of the project without the right, with the code of each call that refuses the member. */
  readonly member?: { readonly actor: string; readonly codes: Partial<Record<Change, number>> };
  /** The field that `edit` changes. Default: `name`. */
  readonly changed?: string;
  /** The changed fields as sent. Default: `changed` with another name, which the list must then show. */
  readonly change?: (known: Known) => Values;
  /** The fields that name the record. Default: `{ id }`. */
  readonly named?: (id: number, call: Named) => Values;
  /** Fields of `list` that name the place of the record. */
  readonly place?: (known: Known) => Values;
  /** The id of a new record. Default: `data.id` of the answer. */
  readonly idOf?: (input: Values) => number;
  /** Whether a row of the list is the record. Default: its `id` is equal. */
  readonly isRow?: (row: Values, id: number) => boolean;
  /** The codes for a deleted record. Default: 1006, and 404 for a page. */
  readonly deleted?: Readonly<Record<Named, number>>;
  /** The code for a record of another enterprise and for an unknown id. Default: 1006, and 404 for a page. */
  readonly foreign?: number;
  /** Events about other records that `add` creates in the same transaction. Default: none. */
  readonly alsoAdds?: readonly string[];
}
