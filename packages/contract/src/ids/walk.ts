import type { z } from 'zod';
import { isAsked } from './asked.ts';
import { isDeclared, quantityOf } from './declared.ts';
import { refOf, type SubjectRef } from './refs.ts';

/** The path of an id in an input, such as ['stages', '*', 'executor_ids', '*'] with '*' for "every entry". */
export interface RefPath {
  readonly path: readonly string[];
  readonly ref: SubjectRef;
}

interface Def {
  readonly type: string;
  readonly innerType: z.ZodType;
  readonly element: z.ZodType;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly in: z.ZodType;
  readonly out: z.ZodType;
  readonly options: readonly z.ZodType[];
  /** The function of a transform, or of a pipe that is a codec. */
  readonly transform?: unknown;
}

const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/** Schemas that can hold no id: text stays text, and the others have a fixed set of values. */
const WITHOUT_NUMBERS = new Set(['string', 'boolean', 'null', 'undefined', 'void', 'never', 'literal', 'enum', 'date']);
const WRAPPERS = new Set(['optional', 'nullable', 'nonoptional', 'default', 'prefault', 'catch', 'readonly']);
const NUMBERS = new Set(['number', 'int', 'bigint', 'nan']);

/** The types of a handler's input have the same depth (`types.ts`). */
const DEEPEST = 7;

const standing = (path: readonly string[]): string => (path.length === 0 ? 'the input' : path.join('.'));

const refused = (path: readonly string[], why: string): Error => new Error(`${standing(path)}: ${why}`);

/**
 * All ids of an input schema with their records. The walk reads the whole schema. It throws, with the field, on
 * everything that could carry an unchecked id:
 * - a number that is neither a `ref()` nor a declared quantity, whatever its name;
 * - a container that it does not walk (record, tuple, map, set, lazy, intersection, any, unknown, custom ...);
 * - an object that accepts undeclared fields;
 * - a transform whose function is not declared by `conversion()`;
 * - a union whose options name different records at one path, or an id beside a value that is not fixed.
 */
export function refsOf(schema: z.ZodType, path: readonly string[] = []): RefPath[] {
  const found = refOf(schema);
  if (found && path.length >= DEEPEST) throw refused(path, `ids stand at most ${DEEPEST - 1} steps deep`);
  if (found) return [{ path, ref: found }];
  if (quantityOf(schema) || isAsked(schema)) return [];
  const def = defOf(schema);
  if (WITHOUT_NUMBERS.has(def.type)) return [];
  if (NUMBERS.has(def.type))
    throw refused(path, 'a number is a ref() or is declared as a quantity (count(), version(), page() ...)');
  if (WRAPPERS.has(def.type)) return refsOf(def.innerType, path);
  if (def.type === 'object') return refsOfObject(def, path);
  if (def.type === 'array') return refsOf(def.element, [...path, '*']);
  if (def.type === 'pipe') return refsOfPipe(def, path);
  if (def.type === 'union') return refsOfUnion(def.options, path);
  throw refused(path, `ids inside a schema of type "${def.type}" are not found, use an object or a list`);
}

function refsOfObject(def: Def, path: readonly string[]): RefPath[] {
  if (def.catchall && defOf(def.catchall).type !== 'never') throw refused(path, 'undeclared fields are not judged');
  return Object.entries(def.shape).flatMap(([key, value]) => {
    if (key === '*' || key.includes('.')) throw refused([...path, key], 'this name cannot stand in a path');
    return refsOf(value, [...path, key]);
  });
}

function refsOfPipe(def: Def, path: readonly string[]): RefPath[] {
  if (def.transform !== undefined) throw refused(path, 'a codec hides what it makes');
  // preprocess(): the inner schema reads the result of the function.
  if (defOf(def.in).type === 'transform') return refsOf(def.out, path);
  const before = refsOf(def.in, path);
  if (defOf(def.out).type !== 'transform') return merged([before, refsOf(def.out, path)], path);
  if (!isDeclared(defOf(def.out).transform))
    throw refused(path, 'a transform hides what it makes, declare its function with conversion()');
  return before;
}

/** The options of a union must name the same record at one path, and beside an id only fixed values. */
function refsOfUnion(options: readonly z.ZodType[], path: readonly string[]): RefPath[] {
  const found = options.map((option) => refsOf(option, path));
  const here = found.some((refs) => refs.some((ref) => ref.path.length === path.length));
  if (here && options.some((option, index) => found[index]?.length === 0 && !isFixed(option)))
    throw refused(path, 'an id stands beside a value that could be taken for one');
  return merged(found, path);
}

function isFixed(option: z.ZodType): boolean {
  const def = defOf(option);
  if (def.type === 'pipe') return isFixed(defOf(def.in).type === 'transform' ? def.out : def.in);
  return def.type === 'literal' || def.type === 'null' || def.type === 'undefined';
}

/** Each path once. Throws when one path names two records. */
function merged(found: readonly (readonly RefPath[])[], path: readonly string[]): RefPath[] {
  const places = new Map<string, RefPath>();
  for (const ref of found.flat()) {
    const place = ref.path.join('.');
    const known = places.get(place);
    if (known && (known.ref.kind !== ref.ref.kind || known.ref.right !== ref.ref.right))
      throw refused(ref.path, `${known.ref.kind}/${known.ref.right} and ${ref.ref.kind}/${ref.ref.right} in one union`);
    places.set(place, ref);
  }
  const lists = [...places.keys()].filter((place) => places.has(`${place}.*`));
  if (lists.length > 0) throw refused(path, `an id and a list of ids at one place (${lists.join(' ')})`);
  return [...places.values()];
}
