/**
 * A copy of an object with the same values. Throws 'error arguments' for anything that is not an object, which is what
 * stored data of another version may hold (specification section 7, ER-011).
 */
export function shallowCopy(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error('error arguments');
  return { ...value };
}
