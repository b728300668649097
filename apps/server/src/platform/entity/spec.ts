import type { Decision, Principal } from '@prdm/access';
import type { Endpoint, SubjectKindName } from '@prdm/contract/kit';
import { LIMITS } from '@prdm/contract/limits';
import type { TextKey } from '@prdm/locales';
import type { Actor } from '../actor.ts';
import type { Bus } from '../bus.ts';
import type { Database, ModuleDb, Trx } from '../db.ts';
import type { Live } from '../live.ts';
import type { Column } from './columns.ts';
import type { ExportColumn } from './entity.sheet.ts';
import type { EntityEvents } from './events.ts';
import type { UniqueKeys } from './rows.ts';
import type { Uses } from './uses.ts';

/** The calls of `entityCalls`. */
export interface EntityCalls<K extends SubjectKindName = SubjectKindName> {
  readonly kind: K;
  /** The further filters of the list. */
  readonly filters: readonly string[];
  readonly index: Endpoint;
  readonly add: Endpoint;
  readonly edit: Endpoint;
  readonly del: Endpoint;
  readonly restore: Endpoint;
  readonly enable: Endpoint;
  readonly disable: Endpoint;
  readonly sort: Endpoint;
  readonly download: Endpoint;
}

/** The calls that a spec needs: the kind, and the one whose rule is that of every change. */
export type SpecCalls<K extends SubjectKindName> = Pick<EntityCalls<K>, 'kind' | 'edit'>;

/** A stored entry. Its own columns stand beside these. */
export interface EntryRow {
  readonly id: number;
  readonly name: string;
  readonly sort: number;
  readonly version: number;
  readonly disabled_at: unknown;
  readonly deleted_at: unknown;
  readonly [column: string]: unknown;
}

/** A list of ids of an entry, in a table of its own: the people of a user group. */
export interface Link {
  /** The name in calls. */
  readonly field: string;
  readonly table: string;
  /** The column of the entry and the column of the named record. */
  readonly owner: string;
  readonly column: string;
  readonly refers: SubjectKindName;
}

export interface EntityParts<Tables> {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly uses: Uses;
  readonly tables: ModuleDb<Tables>;
}

type Fields = Readonly<Record<string, unknown>>;

/** Everything that differs between two ordinary entities on the server. */
export interface EntitySpec<K extends SubjectKindName, Calls extends SpecCalls<K> = EntityCalls<K>> {
  readonly calls: Calls;
  readonly events: EntityEvents;
  readonly table: string;
  /** Values of columns that all entries of the kind share: the kind in a table of several dictionaries. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The fields beside the name. */
  readonly columns: readonly Column[];
  /** Columns that only answers hold, for example `code`. */
  readonly built?: readonly string[];
  readonly links?: readonly Link[];
  /** Every unique index of the table with the field that a duplicate answers: `{ position_name: 'name' }`. */
  readonly unique: UniqueKeys;
  /** Entries of one enterprise. Its whole list is read at once. Default: LIMITS.unpagedMax. */
  readonly most?: number;
  /** Fields that come from other tables, in the order of the rows. A given row also holds the ids of its links. */
  shown?(enterpriseId: number, rows: readonly EntryRow[], principal: Principal): Promise<readonly Fields[]>;
  /** false: the caller gets an empty list. Default: every caller of the call sees all entries. */
  isSeenBy?(principal: Principal): Promise<boolean>;
  /** Reads rows from a cache, deleted ones included. Default: one statement. */
  cached?(enterpriseId: number, ids: readonly number[]): Promise<ReadonlyMap<number, EntryRow>>;
  /** Rights on an entry that is not deleted beyond those of the kit. undefined: the kit decides. */
  may?(principal: Principal, right: string, row: EntryRow): Decision | undefined;
  /** Text key of the refusal (1005) of such a right. */
  readonly refusal?: TextKey;
  /** Columns of the export beside those of `columns`. */
  readonly exported?: readonly ExportColumn[];
  /**
   * Runs first in the transaction of an addition, an edit and a restore: takes locks, judges the input and returns the
   * values of columns that the program computes. `row` is the stored entry.
   */
  before?(trx: Trx, change: { actor: Actor; input: Fields; row?: EntryRow }): Promise<Fields>;
  /** The column that divides the entries into lists with an order of their own: the parent in a tree. */
  readonly orderedWithin?: string;
  /** false: entries cannot be disabled, and the table has no such column. */
  readonly canDisable?: false;
  /** Text key of the refusal when the list is full. Its parameter is `n`. */
  readonly tooMany?: TextKey;
}

export const mostOf = ({ most }: { readonly most?: number | undefined }): number => most ?? LIMITS.unpagedMax;
