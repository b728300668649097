import type { z } from 'zod';
import type { Id, SubjectKindName } from '@prdm/contract/kit';
import { asJudged, isJudged, type Authorized } from './judged.ts';
import type { Subject, SubjectKind } from './subject.ts';

export type { Authorized } from './judged.ts';

type Leaf = string | number | boolean | bigint | symbol | Date | null | undefined;

/** A parsed input with an authorised record in place of every id. */
export type Given<T> =
  T extends Id<infer K, infer R>
    ? Authorized<unknown, R, K>
    : T extends Leaf
      ? T
      : { readonly [Name in keyof T]: Given<T[Name]> };

/** The input of a service that takes a whole call: `GivenTo<typeof contract.add>`. */
export type GivenTo<E extends { readonly input: z.ZodType }> = Given<z.output<E['input']>>;

/** The same with numbers in place of the records, for SQL. */
export type Numbers<T> = T extends Authorized
  ? number
  : T extends Leaf
    ? T
    : { -readonly [Name in keyof T]: Numbers<T[Name]> };

/**
 * The input with the ids of its authorised records. For use inside a service. A record that no check has authorised stays an object, so it
 * cannot be stored as an id.
 */
export function idsOf<T>(given: T): Numbers<T> {
  const read = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if (isJudged(value)) return value.id;
    if (Array.isArray(value)) return value.map(read);
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, read(held)]));
  };
  return read(given) as Numbers<T>;
}

/** The authorised records of one call, by the position of their ids in the input. */
export class Authorised {
  readonly #byPath = new Map<string, Authorized[]>();
  readonly #byField = new Map<string, Authorized>();
  /** The one project of the call's ids. null when they belong to none. */
  readonly projectId: number | null;

  constructor(projectId: number | null) {
    this.projectId = projectId;
  }

  put(path: string, places: readonly { readonly subject: Subject; readonly field: string }[]): void {
    const records = places.map(({ subject, field }) => {
      const record = asJudged<unknown, string, SubjectKindName>(subject);
      this.#byField.set(field, record);
      return record;
    });
    this.#byPath.set(path, records);
  }

  /** The record of one id, for example `stages.0.executor_ids.2`. */
  at(field: string): Authorized {
    const record = this.#byField.get(field);
    if (!record) throw new Error(`${field} was not authorised`);
    return record;
  }

  one<T>(kind: SubjectKind<T>, path: string): Authorized<T> {
    const record = this.all(kind, path)[0];
    if (!record) throw new Error(`the call carries no ${path}`);
    return record;
  }

  maybe<T>(kind: SubjectKind<T>, path: string): Authorized<T> | null {
    return this.all(kind, path)[0] ?? null;
  }

  all<T>(_kind: SubjectKind<T>, path: string): Authorized<T>[] {
    return (this.#byPath.get(path) ?? []) as Authorized<T>[];
  }
}
