type Values = Readonly<Record<string, unknown>>;

export interface Merged {
  /** Values for the form: the latest record with the user's own changes. */
  readonly values: Record<string, unknown>;
  /** Fields that both users changed to different values. `values` holds the user's own value. */
  readonly clashes: readonly string[];
}

/** All kinds of empty are equal: a form writes '' where the record has null. */
const plain = (value: unknown): string =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? ''
    : JSON.stringify(value);

const same = (a: unknown, b: unknown): boolean => plain(a) === plain(b);

/**
 * Merges two changes of one record. `base` holds the initial values of the form,
 * `mine` its current values, and `latest` the saved record. A field that the user
 * changed keeps the value of `mine`. Every other field takes the value of `latest`.
 */
export function merge(base: Values, mine: Values, latest: Values): Merged {
  const names = [...new Set([...Object.keys(latest), ...Object.keys(mine)])];
  const touched = names.filter((name) => name in mine && !same(mine[name], base[name]));
  return {
    values: Object.fromEntries(names.map((name) => [name, touched.includes(name) ? mine[name] : latest[name]])),
    clashes: touched.filter((name) => !same(latest[name], base[name]) && !same(latest[name], mine[name])),
  };
}
