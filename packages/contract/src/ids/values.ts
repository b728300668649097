import type { SubjectRef } from './refs.ts';
import type { RefPath } from './walk.ts';

/** An id of a call and its path: `stages.0.executor_ids.2`. */
export interface PlacedId {
  /** A number, or a text key. */
  readonly id: number | string;
  readonly field: string;
}

/** A value that names a record, as opposed to a fixed value in its place (null, ''). */
const isNaming = (value: unknown, { byKey }: SubjectRef): value is number | string =>
  typeof value === (byKey ? 'string' : 'number');

/** The ids at a path of a parsed input, in order. It skips absent ids and the fixed values beside an id (null, ''). */
export function idsAt(value: unknown, { path, ref }: RefPath, under: readonly string[] = []): PlacedId[] {
  const [head, ...rest] = path;
  if (value === undefined || value === null) return [];
  if (head === undefined) return isNaming(value, ref) ? [{ id: value, field: under.join('.') }] : [];
  const deeper = (entry: unknown, step: string) => idsAt(entry, { path: rest, ref }, [...under, step]);
  if (head === '*') return Array.isArray(value) ? value.flatMap((entry, index) => deeper(entry, String(index))) : [];
  return deeper((value as Record<string, unknown>)[head], head);
}

/** A parsed input with each id replaced by the result of `of`. The input itself does not change. */
export function withIdsReplaced(input: unknown, refs: readonly RefPath[], of: (placed: PlacedId) => unknown): unknown {
  const put = (value: unknown, { path, ref }: RefPath, under: readonly string[]): unknown => {
    const [head, ...rest] = path;
    if (value === undefined || value === null) return value;
    if (head === undefined) return isNaming(value, ref) ? of({ id: value, field: under.join('.') }) : value;
    const deeper = (entry: unknown, step: string) => put(entry, { path: rest, ref }, [...under, step]);
    if (head === '*') return Array.isArray(value) ? value.map((entry, index) => deeper(entry, String(index))) : value;
    const held = value as Record<string, unknown>;
    return head in held ? { ...held, [head]: deeper(held[head], head) } : value;
  };
  return refs.reduce((value, ref) => put(value, ref, []), input);
}

/**
 * A parsed input without the fields of ids and lists of ids. A fixed value beside an id (null for "none") stays,
 * because it names nothing.
 */
export function withoutIds(input: unknown, refs: readonly RefPath[]): unknown {
  const take = (value: unknown, { path, ref }: RefPath): unknown => {
    const [head, ...rest] = path;
    if (value === undefined || value === null || head === undefined) return value;
    if (head === '*') return Array.isArray(value) ? value.map((entry) => take(entry, { path: rest, ref })) : value;
    const held = value as Record<string, unknown>;
    const there = held[head];
    if (rest.every((step) => step === '*')) {
      if (!isNaming(there, ref) && !Array.isArray(there)) return value;
      const { [head]: _ids, ...others } = held;
      return others;
    }
    return head in held ? { ...held, [head]: take(there, { path: rest, ref }) } : value;
  };
  return refs.reduce(take, input);
}
