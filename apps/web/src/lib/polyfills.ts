/**
 * Adds the APIs that Chromium 109 lacks and that our code or the shared packages use. Chromium 109 is the oldest
 * embedded browser in use. A test searches the built client for APIs newer than the supported browsers.
 */
/** Adds a method when the browser lacks it. An existing method stays. */
export const addMissing = <T extends object>(target: T, name: keyof T & string, value: unknown): void => {
  if (name in target) return;
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
};

addMissing(Array.prototype, 'toSorted', function toSorted<
  T,
>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- the polyfill sorts a copy
  return [...this].sort(compare);
});

addMissing(Array.prototype, 'toReversed', function toReversed<T>(this: readonly T[]): T[] {
  // oxlint-disable-next-line unicorn/no-array-reverse -- the polyfill reverses a copy
  return [...this].reverse();
});

addMissing(String.prototype, 'isWellFormed', function isWellFormed(this: string): boolean {
  return !/\p{Surrogate}/u.test(this);
});
