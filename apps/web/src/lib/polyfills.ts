/**
 * What Chromium 109 (the oldest embedded browser in use) does not have yet and our code or the shared packages use. A test reads
 * the built client for anything newer than the browsers we promise.
 */
/** Adds a method that the browser lacks, and leaves its own alone. */
export const addMissing = <T extends object>(target: T, name: keyof T & string, value: unknown): void => {
  if (name in target) return;
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
};

addMissing(Array.prototype, 'toSorted', function toSorted<
  T,
>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- this is what it is made of
  return [...this].sort(compare);
});

addMissing(Array.prototype, 'toReversed', function toReversed<T>(this: readonly T[]): T[] {
  // oxlint-disable-next-line unicorn/no-array-reverse -- this is what it is made of
  return [...this].reverse();
});

addMissing(String.prototype, 'isWellFormed', function isWellFormed(this: string): boolean {
  return !/\p{Surrogate}/u.test(this);
});
