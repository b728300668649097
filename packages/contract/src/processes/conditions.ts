import { z } from 'zod';
import { list } from '../kit/fields.ts';
import { quantity, ref } from '../kit.ts';
import { readJson } from '../kit/strict-json.ts';
import { YUAN } from '../kit/yuan.ts';
import type { ProcessKind } from './kinds.ts';

/**
 * Facts of a subject that conditions can read, with the type of each. `days` counts days, `amount` is yuan with two
 * decimals, `type` is a word of the owner, the others are ids.
 */
export const FACT_TYPES = {
  type: 'word',
  days: 'number',
  amount: 'money',
  department_id: 'department',
  other_department_id: 'department',
  company_id: 'company',
  person_id: 'user',
  profession_id: 'profession',
} as const;
export type Fact = keyof typeof FACT_TYPES;
export type FactType = (typeof FACT_TYPES)[Fact];
export const FACTS = Object.keys(FACT_TYPES) as [Fact, ...Fact[]];

/** The facts that the owner of each kind gives. `type` of a task is its kind. */
export const FACTS_OF: Readonly<Record<ProcessKind, readonly Fact[]>> = {
  task: ['type', 'profession_id'],
  vacate: ['days', 'type', 'department_id', 'company_id', 'person_id'],
  output_value: ['amount', 'type', 'department_id', 'company_id', 'person_id', 'profession_id'],
  invoice: ['amount', 'type', 'department_id', 'company_id', 'person_id'],
  carry_capital: ['amount', 'type', 'department_id', 'other_department_id', 'company_id', 'person_id'],
  contract: ['amount', 'type', 'department_id', 'company_id', 'person_id'],
};

/** `in`: one of several values. The others compare with one value. */
export const OPERATORS = ['eq', 'ne', 'in', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof OPERATORS)[number];

const ORDERED: readonly Operator[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];
const NAMED: readonly Operator[] = ['eq', 'ne', 'in'];
export const operatorsOf = (fact: Fact): readonly Operator[] => {
  const type = FACT_TYPES[fact];
  return type === 'number' || type === 'money' ? ORDERED : NAMED;
};

/** The values of the facts of one subject. A missing fact fulfils no condition but `ne`. `amount` is yuan. */
export interface SubjectFacts {
  readonly days?: number;
  readonly amount?: string;
  readonly type?: string;
  readonly department_id?: number;
  readonly other_department_id?: number;
  readonly company_id?: number;
  readonly person_id?: number;
  readonly profession_id?: number;
}

/** One condition, stored and on the wire. The value of `in` is a list. */
export interface Condition {
  readonly fact: Fact;
  readonly operator: Operator;
  readonly value: ConditionValue;
}
export type ConditionValue = string | number | readonly (string | number)[];

const CONDITIONS_MAX = 10;
const VALUES_MAX = 50;
const WORD_MAX = 100;
const DAYS_MAX = 100_000;

/** The field that holds the ids of a condition inside the program, so that each id is judged. */
const ID_FIELDS = {
  department: 'department_ids',
  company: 'company_ids',
  user: 'person_ids',
  profession: 'profession_ids',
} as const;

const isId = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isSafeInteger(value) && value > 0 : /^[1-9]\d{0,15}$/.test(String(value));
const isWord = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= WORD_MAX;
const numberOf = (value: unknown): number =>
  typeof value === 'string' && /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : (value as number);
const isDays = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= DAYS_MAX;

/** A form sends a list as JSON text. */
function listOf(given: unknown): unknown {
  if (typeof given !== 'string' || !given.startsWith('[')) return given;
  const read = readJson(given);
  return read.is === 'value' ? read.value : given;
}

type Wire = Readonly<Record<string, unknown>>;

/** The value where the program expects it: one value, words or ids by kind. Null: it does not fit the fact. */
function placedValue({ value, words, ...rest }: Wire, fact: Fact, operator: Operator): Wire | null {
  const type = FACT_TYPES[fact];
  if (type === 'number') return isDays(numberOf(value)) ? { value: numberOf(value) } : null;
  if (type === 'money') return typeof value === 'string' && YUAN.test(value) ? { value } : null;
  const field = type === 'word' ? 'words' : ID_FIELDS[type];
  const given = value ?? (type === 'word' ? words : rest[field]);
  const listed = operator === 'in' ? listOf(given) : given;
  const values: unknown[] = Array.isArray(listed) ? listed : [listed];
  const countFits = operator === 'in' ? values.length > 0 && values.length <= VALUES_MAX : values.length === 1;
  return countFits && values.every(type === 'word' ? isWord : isId) ? { [field]: values } : null;
}

/**
 * Checks fact, operator and value together, so that a refusal names the whole condition. A condition without `value` is
 * already in the form of the program, and `conditionFits` judges it.
 */
function placed(input: unknown, context: z.core.$RefinementCtx): unknown {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message, input });
    return z.NEVER;
  };
  if (typeof input !== 'object' || input === null) return refuse('conditions.wrongFact');
  const wire = input as Wire;
  const fact = FACTS.find((one) => one === wire.fact);
  if (fact === undefined) return refuse('conditions.wrongFact');
  const operator = operatorsOf(fact).find((one) => one === wire.operator);
  if (operator === undefined) return refuse('conditions.wrongOperator');
  if (!('value' in wire)) return wire;
  const value = placedValue(wire, fact, operator);
  if (value === null) return refuse('conditions.wrongValue');
  const known = ['fact', 'operator', 'value', 'words', ...Object.values(ID_FIELDS)];
  const unknown = Object.fromEntries(Object.entries(wire).filter(([name]) => !known.includes(name)));
  return { ...unknown, fact, operator, ...value };
}

const condition = <R extends string>(right: R) =>
  z.preprocess(
    placed,
    z.strictObject({
      fact: z.enum(FACTS),
      operator: z.enum(OPERATORS),
      value: z.union([z.string().max(WORD_MAX), quantity('days', z.number())]).optional(),
      words: z.array(z.string().max(WORD_MAX)).optional(),
      department_ids: z.array(ref('department')).optional(),
      company_ids: z.array(ref('company')).optional(),
      person_ids: z.array(ref('user', right)).optional(),
      profession_ids: z.array(ref('profession')).optional(),
    }),
  );

/**
 * Conditions that must all hold. On the wire each is `{fact, operator, value}`. The program receives the value as
 * `value`, `words` or a list of ids, so that the server judges each id.
 */
export const conditionList = <R extends string>(right: R) => list(condition(right), CONDITIONS_MAX).default([]);

/** One condition of a form. */
export const oneCondition = () => condition('any').refine(conditionFits, 'conditions.wrongValue');

/** A condition as the program receives it. */
export interface PlacedCondition {
  readonly fact: Fact;
  readonly operator: Operator;
  readonly value?: string | number;
  readonly words?: readonly string[];
  readonly department_ids?: readonly number[];
  readonly company_ids?: readonly number[];
  readonly person_ids?: readonly number[];
  readonly profession_ids?: readonly number[];
}

/** True if the value fits the fact and the operator, and no other value stands beside it. */
export function conditionFits({ fact, operator, ...given }: PlacedCondition): boolean {
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  const fitting = operatorsOf(fact).includes(operator) ? placedValue(Object.fromEntries(values), fact, operator) : null;
  return fitting !== null && values.length === 1 && Object.keys(fitting)[0] === values[0]?.[0];
}

/** The condition in the form of the wire. */
export function conditionOf(given: PlacedCondition): Condition {
  const { fact, operator } = given;
  const several =
    given.words ?? given.department_ids ?? given.company_ids ?? given.person_ids ?? given.profession_ids ?? [];
  const value = given.value ?? (operator === 'in' ? several : several[0]);
  return { fact, operator, value: value ?? '' };
}

/** Indexes of the conditions whose fact the kind does not have. */
export const strangeConditions = (kind: ProcessKind, conditions: readonly { readonly fact: Fact }[]): number[] =>
  conditions.flatMap(({ fact }, index) => (FACTS_OF[kind].includes(fact) ? [] : [index]));

/** A condition of an answer. */
export const shownCondition = z.object({
  fact: z.enum(FACTS),
  operator: z.enum(OPERATORS),
  value: z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
});
