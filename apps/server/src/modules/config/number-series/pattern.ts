/** Values of the placeholders of a pattern. `{serial}` is filled by the series. */
export type PatternValues = Readonly<Record<string, string | number>>;

/** `{name}` or `{serial:3}`. */
const PLACEHOLDER = /\{(\w+)(?::(\d+))?\}/g;

/**
 * Fills a pattern in one pass, so a value that contains braces stays as it is. `{serial:n}` has at least n digits and
 * may grow longer. Throws if a placeholder has no value, because that is a programming error.
 */
export function numberOf(pattern: string, serial: number, values: PatternValues = {}): string {
  return pattern.replace(PLACEHOLDER, (_all, name: string, digits: string | undefined) => {
    if (name === 'serial') return String(serial).padStart(Number(digits ?? 1), '0');
    const value = values[name];
    if (value === undefined) throw new Error(`the number pattern ${pattern} has no value for {${name}}`);
    return String(value);
  });
}
