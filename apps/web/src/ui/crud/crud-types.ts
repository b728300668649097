import type { z } from 'zod';
import type { SubjectKindName } from '@prdm/contract/ids/refs';
import type { Endpoint } from '@prdm/contract/kit';
import type { StandardKind, TextEntry, TextKey, Translate } from '../../lib/i18n.ts';
import type { EntityField } from '../form/fields.tsx';
import type { RowAct } from '../table/row-menu.tsx';
import type { PageColumn, PageFilter } from '../table/table-types.ts';

/** True, or the text key of the reason against the action. */
export type Allowed = true | string;

/** Fields of every row of an entity (contract `kit/entity.ts`). */
export interface EntityRow {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly version: number;
  /** Number of records that refer to the entry. Null unless the caller may write. */
  readonly used: number | null;
  readonly can?: { readonly edit: Allowed; readonly enable: Allowed; readonly disable: Allowed; readonly del: Allowed };
}

/** The calls of any entity, as `entityCalls(...)` returns them. */
export interface EntityCalls {
  readonly kind: SubjectKindName;
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

type Listed<Answer> = Answer extends { list: (infer Row extends EntityRow)[] } ? Row : never;
/** A row of the list of these calls. */
export type RowOf<Calls extends EntityCalls> = Listed<z.output<Calls['index']['output']>>;

/** Names of an entity in texts, for example one "stage" and many "stages". */
export type Noun = TextEntry<'entities.one'>;

/** The description of the form of a named record. */
export interface EntityForm<Row extends { readonly id: number; readonly name: string; readonly version: number }> {
  readonly calls: Pick<EntityCalls, 'add' | 'edit'>;
  readonly noun: Noun;
  /** Label of the name. Default: "Name". */
  readonly nameLabel?: TextKey;
  /** The fields of the form below the name. */
  readonly fields?: readonly EntityField<Row>[];
  /** Further domains whose answers a change makes stale. */
  readonly refresh?: readonly string[];
  /** Width of the form in px. */
  readonly width?: number;
}

/** The description of an entity. Its list, form and actions are built from it (docs/domains/entity-kit.md). */
export interface EntityConfig<Row extends EntityRow> extends EntityForm<Row> {
  readonly calls: EntityCalls;
  /** Purpose of the entity, shown while the list is empty. */
  readonly about: TextKey;
  /** Kind of the standard names, which show in the reader's language. */
  readonly standard?: StandardKind;
  /** A colour that stands as a mark before the name. */
  readonly colour?: (row: Row) => string | null;
  /** The columns between the name and the use count. */
  readonly columns?: (t: Translate) => readonly PageColumn<Row>[];
  readonly filters?: readonly PageFilter[];
  /** Actions of a row between edit and disable. */
  readonly acts?: (row: Row) => readonly RowAct[];
  /** Makes the use count a button, for example for the people who hold a position. */
  readonly onUsed?: (row: Row) => void;
  /** The server writes the list as a spreadsheet (`download`). Without it there is no export button. */
  readonly exports?: true;
  /** The entry whose drawer is open. */
  readonly openId?: number | null;
  /** Unit of the use count. Default: records that refer to the entry. */
  readonly usedText?: (t: Translate, count: number) => string;
}
