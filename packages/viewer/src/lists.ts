/** Lists, without what the browsers inside WeCom and DingTalk lack: `toSorted` came with Chrome 110, `groupBy` with 117. */

export function sorted<T>(items: Iterable<T>, compare: (a: T, b: T) => number): T[] {
  const copy = [...items];
  copy.sort(compare);
  return copy;
}

/** Adds to the list under a key. */
export function pushTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
