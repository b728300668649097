import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { SubjectKindName } from '@prdm/contract/kit';
import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { keyInData } from '@prdm/locales/text-key';
import type { Lang, TextKey } from '@prdm/locales';
import type { ModuleDb, Trx } from '../db.ts';
import { fail, type AppError } from '../errors.ts';
import { translate } from '../translate.ts';

/** One way in which records refer to entries of a kind. */
export interface Use {
  /** The referring kind. Its name is the text `records.uses.<by>`. */
  readonly by: string;
  /** The referring column: `project.stage_id`. */
  readonly at: string;
  /** Number of referring records for each entry. At most LIMITS.countCap + 1 each. */
  count(enterpriseId: number, ids: readonly number[], trx?: Trx): Promise<ReadonlyMap<number, number>>;
}

/** The entries of one kind, for records of other modules. */
export interface Entries {
  readonly table: string;
  /** Entries by id, deleted ones included. None of them can be deleted or restored until the transaction ends. */
  held(
    trx: Trx,
    enterpriseId: number,
    ids: readonly number[],
  ): Promise<readonly { readonly id: number; readonly name: string; readonly deleted_at: unknown }[]>;
}

export interface Used {
  readonly total: number;
  readonly by: readonly { readonly by: string; readonly count: number }[];
}

const UNUSED: Used = { total: 0, by: [] };

/**
 * The references to every kind of entry. The owner of the referring table registers them. So an entry of a low tier
 * knows its uses in higher tiers without an import.
 */
export class Uses {
  readonly #uses = new Map<SubjectKindName, Use[]>();
  readonly #entries = new Map<SubjectKindName, Entries>();

  /** Makes the entries of a kind known to the records that name them. */
  keep(kind: SubjectKindName, entries: Entries): void {
    this.#entries.set(kind, entries);
  }

  /** The kinds of entries with their tables. */
  kept(): ReadonlyMap<SubjectKindName, string> {
    return new Map([...this.#entries].map(([kind, { table }]) => [kind, table]));
  }

  /**
   * The deleted ones among the entries. A deletion of the others waits until the transaction ends, and then counts its
   * change. Empty for a kind that is no entity of the kit.
   */
  async deletedAmong(
    kind: SubjectKindName,
    enterpriseId: number,
    ids: readonly number[],
    trx: Trx,
  ): Promise<ReadonlyMap<number, string>> {
    const entries = this.#entries.get(kind);
    const rows = ids.length === 0 || !entries ? [] : await entries.held(trx, enterpriseId, ids);
    return new Map(rows.flatMap((row) => (row.deleted_at === null ? [] : [[row.id, row.name] as const])));
  }

  registered(): readonly { readonly kind: SubjectKindName; readonly use: Use }[] {
    return [...this.#uses].flatMap(([kind, uses]) => uses.map((use) => ({ kind, use })));
  }

  register(kind: SubjectKindName, use: Use): void {
    this.#uses.set(kind, [...(this.#uses.get(kind) ?? []), use]);
  }

  /** The uses of each entry. One statement for each referring kind. */
  async of(
    kind: SubjectKindName,
    enterpriseId: number,
    ids: readonly number[],
    trx?: Trx,
  ): Promise<ReadonlyMap<number, Used>> {
    const found = new Map<number, Used>();
    if (ids.length === 0) return found;
    // One after the other: inside a transaction there is one connection.
    for (const use of this.#uses.get(kind) ?? [])
      for (const [id, count] of await use.count(enterpriseId, ids, trx)) {
        const { total, by } = found.get(id) ?? UNUSED;
        if (count > 0) found.set(id, { total: total + count, by: [...by, { by: use.by, count }] });
      }
    return found;
  }
}

/** The names of referring kinds with their counts, in the reader's language: "项目 3、任务 12". */
const shownUses = (lang: Lang, { by }: Used): string[] =>
  by.map(({ by: kind, count }) => `${translate(lang, keyInData(`records.uses.${kind}`))} ${count}`);

/** 1019 with the count, the referring kinds and the row. `key` names another text with the same parameters. */
export function inUse(
  lang: Lang,
  row: { id: number; name: string },
  used: Used,
  { field, key = 'records.inUse' }: { field?: string; key?: TextKey } = {},
): AppError {
  const names = shownUses(lang, used);
  return fail.of(CODES.inUse, key, {
    ...(field === undefined ? {} : { field }),
    id: row.id,
    used: used.total,
    names,
    params: { name: row.name, n: used.total, names: names.join(translate(lang, 'records.and')) },
  });
}

/** A reference in one column of a table. `r` is the referring row in `only`. */
export interface ReferringColumn<Tables> {
  readonly table: keyof Tables & string;
  readonly column: string;
  /** Rows that count, for example those that are not deleted. */
  readonly only?: RawBuilder<unknown>;
  /** Columns of the referring record, when several rows belong to one record. */
  readonly distinct?: readonly string[];
}

const CAP = LIMITS.countCap + 1;

/** Counts the rows that refer to an entry. Each column needs an index that begins with (enterprise_id, column). */
export function usedIn<Tables>(tables: ModuleDb<Tables>, by: string, given: ReferringColumn<Tables>): Use {
  const { table, column, only = sql`true`, distinct } = given;
  const counted =
    distinct === undefined ? sql`1` : sql`distinct ${sql.join(distinct.map((one) => sql.ref(`r.${one}`)))}`;
  const count = async (db: Kysely<Tables>, enterpriseId: number, ids: readonly number[]) => {
    const { rows } = await sql<{ id: number; n: number }>`
      select entry.id, found.n from unnest(${ids as number[]}::bigint[]) as entry(id),
      lateral (select count(*)::int as n from (
        select ${counted} from ${sql.table(table)} r
        where r.enterprise_id = ${enterpriseId} and ${sql.ref(`r.${column}`)} = entry.id and ${only} limit ${CAP}) one
      ) found where found.n > 0`.execute(db);
    return new Map(rows.map(({ id, n }) => [id, n]));
  };
  const at = `${table}.${column}`;
  return {
    by,
    at,
    count: (enterpriseId, ids, trx) => count(trx ? tables.within(trx) : tables.read, enterpriseId, ids),
  };
}
