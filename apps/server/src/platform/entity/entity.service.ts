import type { SubjectKindName } from '@prdm/contract/kit';
import { sql } from 'kysely';
import type { Actor } from '../actor.ts';
import type { Trx } from '../db.ts';
import { fail } from '../errors.ts';
import { entityRepo, linksOf, writeLinks } from './entity.repo.ts';
import type { EntityChange } from './events.ts';
import { changeRow, logged, refusalOfRow, removeRow, restoreRow, unique } from './rows.ts';
import { sortedBehind } from './sort.ts';
import { mostOf, type EntityParts, type EntitySpec, type EntryRow, type SpecCalls } from './spec.ts';
import { inUse } from './uses.ts';

type Values = Readonly<Record<string, unknown>>;
/** Runs the work of a change in a transaction. The default is one of its own. */
export type Run = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/** A row that an act names, as its caller saw it. */
export interface Item {
  readonly id: number;
  readonly version: number;
}

/** A changed entry with its logged values. */
interface Entry {
  readonly id: number;
  readonly name: string;
  readonly before?: Values;
  readonly after?: Values;
}

/** The changes of one kind of entry. Each is one transaction with one event for each changed entry. */
export function entityService<Tables, K extends SubjectKindName>(
  parts: EntityParts<Tables>,
  spec: EntitySpec<K, SpecCalls<K>>,
) {
  const { db, bus, live, tables } = parts;
  const { kind } = spec.calls;
  const links = spec.links ?? [];
  const named = unique(spec.unique);
  const table = spec.table as keyof Tables & string;
  const repoIn = (trx: Trx, enterpriseId: number) => entityRepo(spec, tables.within(trx), enterpriseId);

  const stored = (input: Values): Values => ({
    name: input['name'],
    ...Object.fromEntries(
      spec.columns.map(({ field, column, empty, toStored }) => [
        column,
        input[field] === undefined ? empty : toStored(input[field]),
      ]),
    ),
  });
  /** The fields of a stored entry under their names in calls, for the action log. */
  const shownFields = (row: Values): Values => ({
    name: row['name'],
    ...Object.fromEntries(spec.columns.map(({ field, column, toShown }) => [field, toShown(row[column] ?? null, row)])),
  });

  async function linked(trx: Trx, enterpriseId: number, id: number): Promise<Values> {
    const found: Record<string, unknown> = {};
    for (const link of links)
      found[link.field] = (await linksOf(tables.within(trx), link, enterpriseId, [id])).get(id) ?? [];
    return found;
  }

  async function write(trx: Trx, enterpriseId: number, id: number, input: Values): Promise<Values> {
    const found: Record<string, unknown> = {};
    for (const link of links) {
      const ids = [...((input[link.field] as number[] | undefined) ?? [])].sort((a, b) => a - b);
      await writeLinks(tables.within(trx), link, enterpriseId, { id, named: ids });
      found[link.field] = [...new Set(ids)];
    }
    return found;
  }

  /** Ends every change: listeners, action log, and the frame that makes all browsers reload the lists of the kind. */
  async function emit(trx: Trx, actor: Actor, change: EntityChange, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return;
    for (const { id, name, ...values } of entries)
      await bus.emit(trx, spec.events[change], { actor, target: { kind, id, name }, ...values, data: { id, name } });
    await live.notify(trx, actor.enterpriseId, {}, { type: 'entity', kind });
  }

  /** Locks the named rows. Throws for the first that is missing, or that another caller has changed. */
  async function seen(
    trx: Trx,
    enterpriseId: number,
    items: readonly Item[],
    state: { isDeleted: boolean; inForm?: true },
  ): Promise<EntryRow[]> {
    const rows = await repoIn(trx, enterpriseId).locked(items.map(({ id }) => id));
    const known = new Map(rows.map((row) => [row.id, row]));
    return items.map((item, index) => {
      const row = known.get(item.id);
      const isMissing = row === undefined || (row.deleted_at !== null) !== state.isDeleted;
      if (!isMissing && row.version === item.version) return row;
      const refusal = isMissing ? fail.notFound() : fail.conflict();
      throw row && !state.inForm ? refusalOfRow(refusal, `items.${index}.id`, row) : refusal;
    });
  }

  /**
   * Throws 1008 for the first restored row that names a deleted entry. A disabled entry stays on it, as on every old
   * record. A row that the same act restores counts as present.
   */
  async function refuseDeletedNames(trx: Trx, enterpriseId: number, rows: readonly EntryRow[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const named = spec.columns.flatMap(({ refers, column }) =>
      refers ? [{ refers, of: (row: EntryRow) => [row[column] as number | null].filter((id) => id !== null) }] : [],
    );
    for (const link of links) {
      const lists = await linksOf(tables.within(trx), link, enterpriseId, ids);
      named.push({ refers: link.refers, of: ({ id }) => lists.get(id) ?? [] });
    }
    for (const { refers, of } of named) {
      const deleted = await parts.uses.deletedAmong(refers, enterpriseId, [...new Set(rows.flatMap(of))], trx);
      for (const [index, row] of rows.entries()) {
        const gone = of(row).find((id) => deleted.has(id));
        if (gone === undefined) continue;
        const params = { name: row.name, entry: deleted.get(gone) ?? '' };
        throw fail.wrongState('records.row.namesDeleted', { field: `items.${index}.id`, id: row.id, params });
      }
    }
  }

  /** One act on many rows: all of them change, or the first refusal rolls back the transaction. */
  const bulk = (
    run: Run,
    actor: Actor,
    items: readonly Item[],
    change: EntityChange,
    act: (trx: Trx, rows: readonly EntryRow[]) => Promise<readonly Entry[]>,
  ): Promise<void> =>
    run(async (trx) => {
      const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
      const rows = await seen(trx, actor.enterpriseId, distinct, { isDeleted: change === 'restored' });
      await emit(trx, actor, change, await act(trx, rows));
    });

  const switched = (run: Run, actor: Actor, items: readonly Item[], enabled: boolean): Promise<void> =>
    bulk(run, actor, items, enabled ? 'enabled' : 'disabled', async (trx, rows) => {
      const changed = rows.filter((row) => (row.disabled_at === null) !== enabled);
      for (const { id, version } of changed)
        await changeRow(
          tables.within(trx),
          table,
          { enterpriseId: actor.enterpriseId, id, version },
          { disabled_at: enabled ? null : sql`now()` },
        );
      return changed.map(({ id, name }) => ({ id, name, before: { enabled: !enabled }, after: { enabled } }));
    });

  /** Pickers and the drag order read the whole list. The lock of the order lets one writer count at a time. */
  async function assertRoom(trx: Trx, enterpriseId: number, wanted: number): Promise<void> {
    const repo = repoIn(trx, enterpriseId);
    await repo.lockOrder();
    const count = await repo.count({ state: 'all', equal: {} });
    if (count + wanted > mostOf(spec))
      throw fail.invalid('name', spec.tooMany ?? 'records.tooMany', { n: mostOf(spec) });
  }

  /** The caller has asked for room. */
  async function addOne(trx: Trx, actor: Actor, input: Values, computed: Values = {}): Promise<Entry> {
    const { enterpriseId } = actor;
    const values = { ...stored(input), ...computed };
    const id = await named.within(() => repoIn(trx, enterpriseId).add(values));
    const after = { ...shownFields(values), ...(await write(trx, enterpriseId, id, input)) };
    return { id, name: input['name'] as string, after };
  }

  async function editOne(trx: Trx, actor: Actor, item: Item, input: Values): Promise<Entry> {
    const { enterpriseId } = actor;
    // The hook takes its locks before the row is locked, in the order of every other change.
    const [known] = await repoIn(trx, enterpriseId).byIds([item.id]);
    const computed = known?.deleted_at === null ? await spec.before?.(trx, { actor, input, row: known }) : {};
    const [row] = await seen(trx, enterpriseId, [item], { isDeleted: false, inForm: true });
    const before = { ...shownFields(row as EntryRow), ...(await linked(trx, enterpriseId, item.id)) };
    const values = { ...stored(input), ...computed };
    await named.within(() => changeRow(tables.within(trx), table, { enterpriseId, ...item }, values));
    const after = { ...shownFields(values), ...(await write(trx, enterpriseId, item.id, input)) };
    return { id: item.id, name: input['name'] as string, ...logged(before, after) };
  }

  const changes = (run: Run) => ({
    add: (actor: Actor, input: Values): Promise<number> =>
      run(async (trx) => {
        // The hook takes its locks first, in the order of every other change.
        const computed = await spec.before?.(trx, { actor, input });
        await assertRoom(trx, actor.enterpriseId, 1);
        const entry = await addOne(trx, actor, input, computed);
        await emit(trx, actor, 'added', [entry]);
        return entry.id;
      }),

    /** Replaces the record. A field that is left out becomes empty. */
    edit: (actor: Actor, item: Item, input: Values): Promise<void> =>
      run(async (trx) => emit(trx, actor, 'edited', [await editOne(trx, actor, item, input)])),

    del: (actor: Actor, items: readonly Item[]): Promise<void> =>
      bulk(run, actor, items, 'removed', async (trx, rows) => {
        const { enterpriseId } = actor;
        const ids = rows.map(({ id }) => id);
        const used = await parts.uses.of(kind, enterpriseId, ids, trx);
        for (const [index, row] of rows.entries()) {
          const found = used.get(row.id);
          if (found) throw inUse(actor.lang, row, found, { field: `items.${index}.id` });
        }
        for (const { id, version } of rows) await removeRow(tables.within(trx), table, { enterpriseId, id, version });
        return rows.map((row) => ({ id: row.id, name: row.name, before: shownFields(row) }));
      }),

    /** 1018 when another entry has taken a unique value, 1008 when an entry that the row names is deleted. */
    restore: (actor: Actor, items: readonly Item[]): Promise<void> =>
      bulk(run, actor, items, 'restored', async (trx, rows) => {
        const { enterpriseId } = actor;
        await assertRoom(trx, enterpriseId, rows.length);
        for (const [index, row] of rows.entries()) {
          const { id, version, name } = row;
          const computed = await spec.before?.(trx, { actor, input: shownFields(row), row });
          await named
            .within(() => restoreRow(tables.within(trx), table, { enterpriseId, id, version }, computed))
            .catch((error: unknown) => {
              throw refusalOfRow(error, `items.${index}.id`, { id, name });
            });
        }
        await refuseDeletedNames(trx, enterpriseId, rows);
        return rows.map((row) => ({ id: row.id, name: row.name, after: shownFields(row) }));
      }),

    enable: (actor: Actor, items: readonly Item[]): Promise<void> => switched(run, actor, items, true),
    disable: (actor: Actor, items: readonly Item[]): Promise<void> => switched(run, actor, items, false),

    /** Moves one entry behind another one, or to the top. Versions stay. */
    sort: (actor: Actor, id: number, after: number | null): Promise<void> =>
      run(async (trx) => {
        const repo = repoIn(trx, actor.enterpriseId);
        const [row] = await repo.byIds([id]);
        const { orderedWithin: column } = spec;
        await repo.lockOrder();
        const list = await repo.placed(column ? { [column]: (row?.[column] ?? null) as number | null } : {});
        const known = new Set(list.map((entry) => entry.id));
        if (!known.has(id) || (after !== null && !known.has(after))) throw fail.notFound();
        if (after !== id) await repo.place(sortedBehind(list, id, after));
        await emit(trx, actor, 'sorted', [{ id, name: row?.name ?? '', after: { after_id: after } }]);
      }),
  });

  return {
    ...changes((work) => db.transaction(work)),
    /** The same changes in a transaction of the caller. */
    in: changes,

    /**
     * Changes of an import, in the caller's transaction: one event for each entry, one frame for each kind of change. Returns
     * the ids of the added entries in their order. Removed entries must have no use. Not for an entity with the hook `before`.
     */
    async writeMany(
      trx: Trx,
      actor: Actor,
      given: {
        readonly add?: readonly Values[];
        readonly edit?: readonly { readonly item: Item; readonly input: Values }[];
        readonly remove?: readonly Item[];
      },
    ): Promise<number[]> {
      const { enterpriseId } = actor;
      const { add = [], edit = [], remove = [] } = given;
      const removed = await seen(trx, enterpriseId, remove, { isDeleted: false });
      for (const item of remove) await removeRow(tables.within(trx), table, { enterpriseId, ...item });
      const before = removed.map((row) => ({ id: row.id, name: row.name, before: shownFields(row) }));
      await emit(trx, actor, 'removed', before);
      const edited: Entry[] = [];
      for (const { item, input } of edit) edited.push(await editOne(trx, actor, item, input));
      await emit(trx, actor, 'edited', edited);
      if (add.length > 0) await assertRoom(trx, enterpriseId, add.length);
      const added: Entry[] = [];
      for (const input of add) added.push(await addOne(trx, actor, input));
      await emit(trx, actor, 'added', added);
      return added.map(({ id }) => id);
    },
  };
}
export type EntityService = ReturnType<typeof entityService>;
