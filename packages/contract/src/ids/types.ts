import type { Id, Key, Named, SubjectKindName } from './refs.ts';

type Leaf = string | number | boolean | bigint | symbol | Date | null | undefined;
type Step<K extends string, Rest> = Rest extends '' ? K : Rest extends string ? `${K}.${Rest}` : never;

/** The deepest path of an id in an input; the walk refuses deeper ones. */
type Deepest = 7;

/**
 * The paths at which a parsed input holds ids of a kind: 'id' | 'stages.*.executor_ids.*'. `never` for an input
 * without ids.
 */
export type IdPath<
  T,
  K extends SubjectKindName = SubjectKindName,
  Depth extends readonly unknown[] = [],
> = Depth['length'] extends Deepest
  ? never
  : T extends Named<infer Kind>
    ? Kind extends K
      ? ''
      : never
    : T extends Leaf
      ? never
      : T extends readonly (infer Entry)[]
        ? Step<'*', IdPath<Entry, K, [...Depth, 1]>>
        : { [Name in keyof T & string]: Step<Name, IdPath<T[Name], K, [...Depth, 1]>> }[keyof T & string];

/** A parsed input whose ids are plain numbers, as a service writes them to its tables. */
export type Bare<T> = T extends Id
  ? number
  : T extends Key
    ? string
    : T extends Leaf
      ? T
      : { [Name in keyof T]: Bare<T[Name]> };

type At<T, Name extends string> = T extends readonly (infer Entry)[] ? Entry : Name extends keyof T ? T[Name] : never;

/** The id at a path. */
export type IdAt<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? IdAt<At<NonNullable<T>, Head>, Rest>
  : Extract<At<NonNullable<T>, Path>, Named>;

/** The right that the server checks on the record at a path. */
export type RightAt<T, Path extends string> = IdAt<T, Path> extends Named<SubjectKindName, infer Right> ? Right : never;

type Kept<T> = [Exclude<WithoutIds<T>, undefined>] extends [never] ? false : true;

/**
 * A parsed input as a handler receives it. Fields with an id or a list of ids are absent at any depth. A fixed value
 * beside an id (null for "none") stays.
 */
export type WithoutIds<T> = [IdPath<T>] extends [never]
  ? T
  : T extends Named
    ? never
    : T extends Leaf
      ? T
      : T extends readonly (infer Entry)[]
        ? [Extract<Entry, Named>] extends [never]
          ? [WithoutIds<Entry>] extends [never]
            ? never
            : WithoutIds<Entry>[]
          : never
        : { [Name in keyof T as Kept<T[Name]> extends true ? Name : never]: WithoutIds<T[Name]> };
