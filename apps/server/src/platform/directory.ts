/** Beyond this many values one kind of thing starts afresh: a firm has hundreds of names, not tens of thousands. */
const MOST = 20_000;

type Load<Value> = (enterpriseId: number, ids: readonly number[]) => Promise<Map<number, Value>>;

/**
 * What names stand for ids, remembered by this process for all calls. Every list shows the same few hundred names; asking for them
 * again costs a list more than itself. Each call learns the directory's edition with the rights of its caller, before it reads anything
 * else: an edition not seen yet forgets what was remembered, so a call never shows a name that was replaced before it began.
 * For showing only: never for rights, and not in a call that has itself just changed a name.
 */
export class Directory {
  readonly #editions = new Map<number, number>();
  readonly #forget: ((enterpriseId: number) => void)[] = [];

  /** Told by whoever has read the edition. One lower than before is a database put back from a copy, and forgets as well. */
  seen(enterpriseId: number, edition: number): void {
    if (this.#editions.get(enterpriseId) === edition) return;
    this.#editions.set(enterpriseId, edition);
    for (const forget of this.#forget) forget(enterpriseId);
  }

  /** The same question with a memory. Ids that are not found are asked for each time. */
  remembering<Value>(load: Load<Value>): Load<Value> {
    const known = new Map<number, Map<number, Value>>();
    this.#forget.push((enterpriseId) => known.delete(enterpriseId));
    return async (enterpriseId, ids) => {
      const values = known.get(enterpriseId) ?? new Map<number, Value>();
      known.set(enterpriseId, values);
      const missing = [...new Set(ids)].filter((id) => !values.has(id));
      const fresh = missing.length === 0 ? new Map<number, Value>() : await load(enterpriseId, missing);
      // What was forgotten meanwhile is another map by now: values read for an old edition never get into a new one.
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
