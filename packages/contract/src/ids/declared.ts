import { z } from 'zod';

/** The allowed meanings of a number that is not an id. A new meaning needs a new entry here. */
export const QUANTITIES = [
  'page',
  'page size',
  'limit',
  'version',
  'sort order',
  'position',
  'count',
  'length',
  'days',
  'hours',
  'amount',
  'coordinates',
  'stamp',
  'year',
  'weekday',
  'ratio',
  'level',
] as const;
export type Quantity = (typeof QUANTITIES)[number];

const quantities = z.registry<{ readonly quantity: Quantity }>();

/** A group of numbers is a point or a direction. Text is a decimal that keeps its digits. */
type Measured = number | string | null | undefined | readonly number[];

/** Declares that the number, or group of numbers, of a schema is a measure and names no record. */
export const quantity = <T extends z.ZodType<Measured>>(name: Quantity, schema: T): T => {
  quantities.add(schema, { quantity: name });
  return schema;
};

export const quantityOf = (schema: z.ZodType): Quantity | undefined => quantities.get(schema)?.quantity;

const conversions = new WeakSet<object>();

type Plain = string | boolean | Date | null | undefined;

/**
 * Declares the function of a `transform`, because no schema describes its result. The result type excludes numbers, so
 * it can hide no id. A transform with an undeclared function stops the start.
 */
export const conversion = <I, O extends Plain>(convert: (value: I) => O): ((value: I) => O) => {
  const declared = (value: I): O => convert(value);
  conversions.add(declared);
  return declared;
};

/** The list without repetitions, in its order. */
export const once = <T>(entries: T[]): T[] => [...new Set(entries)];
conversions.add(once);

export const isDeclared = (convert: unknown): boolean => typeof convert === 'function' && conversions.has(convert);
