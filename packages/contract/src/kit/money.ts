import { z } from 'zod';
import { placed, type Placed } from './marks.ts';
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

export type MoneyPath = Placed<{ readonly module: MoneyModule }>;

/** The amounts of an answer. Throws on a schema that could hide one. */
export const moneyIn = (output: z.ZodType): MoneyPath[] =>
  placed(output, (schema) => moneyFields.get(schema), { refusesHidden: true });

/** The fields of an input that compare amounts. A container that hides fields is refused for its ids (`ids/walk.ts`). */
export const comparisonsIn = (input: z.ZodType): Placed<Compared>[] =>
  placed(input, (schema) => comparedFields.get(schema), { refusesHidden: false });
