import type { z } from 'zod';

/** The place of a marked schema, such as ['list', '*', 'amount'] with '*' for every entry. */
export interface Placed<M> {
  readonly path: readonly string[];
  readonly mark: M;
}

interface Def {
  readonly type: string;
  readonly innerType: z.ZodType;
  readonly element: z.ZodType;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly valueType: z.ZodType;
  readonly items: readonly z.ZodType[];
  readonly in: z.ZodType;
  readonly out: z.ZodType;
  readonly left: z.ZodType;
  readonly right: z.ZodType;
  readonly options: readonly z.ZodType[];
}

/**
 * The marked schemas inside `schema`, each path once. The walk stops at a mark. With `refusesHidden` it throws at a
 * schema that could hide a mark.
 */
export function placed<M>(
  schema: z.ZodType,
  markOf: (schema: z.ZodType) => M | undefined,
  options: { readonly refusesHidden: boolean },
  path: readonly string[] = [],
): Placed<M>[] {
  const mark = markOf(schema);
  if (mark !== undefined) return [{ path, mark }];
  const def = schema.def as unknown as Def;
  const within = (inner: z.ZodType, step?: string) =>
    placed(inner, markOf, options, step === undefined ? path : [...path, step]);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return within(def.innerType);
    case 'object':
      return Object.entries(def.shape).flatMap(([key, value]) => within(value, key));
    case 'array':
      return within(def.element, '*');
    case 'record':
      return within(def.valueType, '*');
    case 'tuple':
      return def.items.flatMap((item, at) => within(item, String(at)));
    case 'union':
      return once(def.options.flatMap((option) => within(option)));
    case 'intersection':
      return once([...within(def.left), ...within(def.right)]);
    case 'pipe':
      return once([...within(def.in), ...within(def.out)]);
    case 'lazy':
    case 'map':
    case 'set':
      if (!options.refusesHidden) return [];
      throw new Error(`${path.join('.')}: a mark inside a schema of type "${def.type}" is not found`);
    default:
      return [];
  }
}

const once = <M>(found: readonly Placed<M>[]): Placed<M>[] => [
  ...new Map(found.map((one) => [one.path.join('.'), one])).values(),
];
