type Values = Readonly<Record<string, unknown>>;

export interface Merged {
  /** What the form is to hold: the newest record with the reader's own changes. */
  readonly values: Record<string, unknown>;
  /** Fields that the other one changed as well; the reader's own value stands in them. */
  readonly clashes: readonly string[];
}

/** An empty field is the same whichever way it is empty: forms write '' where the record had null. */
const plain = (value: unknown): string =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? ''
    : JSON.stringify(value);

const same = (a: unknown, b: unknown): boolean => plain(a) === plain(b);

/**
 * Two people changed one record: `base` is what the form began with, `mine` what it holds, `latest` what the other one has saved.
 * What I did not touch comes from the other one, what I changed stays mine.
 */
export function merge(base: Values, mine: Values, latest: Values): Merged {
  const names = [...new Set([...Object.keys(latest), ...Object.keys(mine)])];
  const touched = names.filter((name) => name in mine && !same(mine[name], base[name]));
  return {
    values: Object.fromEntries(names.map((name) => [name, touched.includes(name) ? mine[name] : latest[name]])),
    clashes: touched.filter((name) => !same(latest[name], base[name]) && !same(latest[name], mine[name])),
  };
}
