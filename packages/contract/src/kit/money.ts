import { z } from 'zod';
import { YUAN } from './yuan.ts';

/** Modules whose amounts are masked by the reader's level (decisions-business.md C14). */
export const MONEY_MODULES = ['contract', 'invoice', 'output_value', 'carry_capital', 'cost'] as const;
export type MoneyModule = (typeof MONEY_MODULES)[number];

/** Stands in place of an amount below the reader’s level. */
export const MASK = '***';
const SHOWN = /^(-?\d{1,12}\.\d{2}|\*\*\*)$/;

declare const UNMASKED: unique symbol;
/** An amount that the server has not masked yet. A handler answers it in place of a text. */
export interface Unmasked<M extends MoneyModule = MoneyModule> {
  readonly module: M;
  readonly [UNMASKED]?: M;
}

const moneyFields = z.registry<{ readonly module: MoneyModule }>();
const comparedFields = z.registry<Compared>();

/** An input field that orders, filters or totals by an amount. With `values`, only these values do. */
interface Compared {
  readonly module: MoneyModule;
  readonly values?: readonly string[];
}

/**
 * An amount of an answer: yuan with two decimals, or `***` below the reader's level. The handler answers an `Amount`;
 * the server masks it. A handler that answers a text there fails.
 */
export const money = <M extends MoneyModule>(module: M): z.ZodType<string, Unmasked<M>> =>
  z.string().regex(SHOWN).register(moneyFields, { module }) as unknown as z.ZodType<string, Unmasked<M>>;

/** An amount of a request: yuan with two decimals, never masked. */
export const givenMoney = () => z.string('validation.money').regex(YUAN, 'validation.money');

/**
 * Marks a field of a list's input that orders, filters or totals by an amount. The server answers 1005 at the field
 * to a reader below the level `all`, because the answer would reveal masked amounts. `values` names the values of a
 * sort field that do so; `-value` counts too.
 */
export const comparesMoney = <S extends z.ZodType>(schema: S, module: MoneyModule, values?: readonly string[]): S => {
  comparedFields.add(schema, values === undefined ? { module } : { module, values });
  return schema;
};

/** The place of a marked schema, such as ['list', '*', 'amount'] with '*' for every entry. */
interface Placed<M> {
  readonly path: readonly string[];
  readonly mark: M;
}
export type MoneyPath = Placed<{ readonly module: MoneyModule }>;

/** The amounts of an answer. Throws on a schema that could hide one. */
export const moneyIn = (output: z.ZodType): MoneyPath[] => placed(output, (schema) => moneyFields.get(schema));

/** The fields of an input that compare amounts. */
export const comparisonsIn = (input: z.ZodType): Placed<Compared>[] =>
  placed(input, (schema) => comparedFields.get(schema));

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

function placed<M>(
  schema: z.ZodType,
  markOf: (schema: z.ZodType) => M | undefined,
  path: readonly string[] = [],
): Placed<M>[] {
  const mark = markOf(schema);
  if (mark !== undefined) return [{ path, mark }];
  const def = schema.def as unknown as Def;
  const within = (inner: z.ZodType, step?: string) =>
    placed(inner, markOf, step === undefined ? path : [...path, step]);
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
      throw new Error(`${path.join('.')}: an amount inside a schema of type "${def.type}" is not found`);
    default:
      return [];
  }
}

const once = <M>(found: readonly Placed<M>[]): Placed<M>[] => [
  ...new Map(found.map((one) => [one.path.join('.'), one])).values(),
];
