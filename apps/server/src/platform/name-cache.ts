/** Above this many values the cache of one kind is cleared. A company has hundreds of names. */
const MOST = 20_000;

type Load<Value> = (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, Value>>;

/**
 * A cache of display names by id, per process. Every list shows the same few hundred names, and reading them costs more than the list
 * itself.
 * Each call reads the edition of the directory with the rights of its caller, before anything else. A new edition clears the cache, so a
 * call never shows a name that was replaced before it began.
 * For display only. Do not use it for rights, nor in a call that has changed a name itself.
 */
export class NameCache {
  readonly #editions = new Map<number, number>();
  readonly #forget: ((enterpriseId: number) => void)[] = [];

  /**
   * Called with every edition that a call reads. A lower edition means that the database was restored from a backup, and clears the cache
   * as well.
   */
  seen(enterpriseId: number, edition: number): void {
    if (this.#editions.get(enterpriseId) === edition) return;
    this.#editions.set(enterpriseId, edition);
    for (const forget of this.#forget) forget(enterpriseId);
  }

  /** Calls `forget` for each new edition, for values of another shape than names by id. */
  onNewEdition(forget: (enterpriseId: number) => void): void {
    this.#forget.push(forget);
  }

  /** Wraps `load` with the cache. Ids that are not found are not cached. */
  remembering<Value>(load: Load<Value>): Load<Value> {
    const known = new Map<number, Map<number, Value>>();
    this.#forget.push((enterpriseId) => known.delete(enterpriseId));
    return async (enterpriseId, ids) => {
      const values = known.get(enterpriseId) ?? new Map<number, Value>();
      known.set(enterpriseId, values);
      const missing = [...new Set(ids)].filter((id) => !values.has(id));
      const fresh = missing.length === 0 ? new Map<number, Value>() : await load(enterpriseId, missing);
      // A clear during the load replaces the map, so values of an old edition never enter the new map.
      if (values.size + fresh.size > MOST) values.clear();
      for (const [id, value] of fresh) values.set(id, value);
      return new Map(
        ids.flatMap((id) => {
          const value = values.get(id) ?? fresh.get(id);
          return value === undefined ? [] : [[id, value]];
        }),
      );
    };
  }
}
