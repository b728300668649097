/**
 * List functions that the browsers inside WeCom and DingTalk lack: `toSorted` needs Chrome 110, `groupBy` needs 117.
 */

export function sorted<T>(items: Iterable<T>, compare: (a: T, b: T) => number): T[] {
  const copy = [...items];
  copy.sort(compare);
  return copy;
}

/** Adds a value to the list under a key. */
export function pushTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
