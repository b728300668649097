import { z } from 'zod';
import {
  blank,
  decimal,
  done,
  flag,
  list,
  nested,
  optionalText,
  pageOf,
  paging,
  sortOrder,
  text,
  version,
} from '../kit/fields.ts';
import { endpoint, quantity, ref } from '../kit.ts';
import { givenMoney } from '../kit/money.ts';
import { LIMITS } from '../limits.ts';
import { conditionList, FACTS_OF, shownCondition, strangeConditions, type Fact } from './conditions.ts';
import { EXECUTOR_RULES, PROCESS_KINDS, REJECT_TO, ROLE_RULES, type ExecutorRule, type ProcessKind } from './kinds.ts';
import { SIGN_MODES } from '../status.ts';

/** The tables keep two decimals and would round a third. */
const twoDecimals = (value: unknown): boolean => Number((value as number).toFixed(2)) === value;

/** Execution days of one stage: at least 0, at most two decimals, or empty. A form sends empty text, a program null. */
export const executionDays = () =>
  quantity(
    'days',
    blank(decimal(0, 3650).refine(twoDecimals, 'processes.daysDecimals').nullish())
      .optional()
      .transform((days) => days ?? null),
  );

/** VA-006: execution days are set in every stage or in none. */
export const daysAllOrNone = (stages: readonly { readonly days: number | null }[]): boolean => {
  const filled = stages.filter((stage) => stage.days !== null).length;
  return filled === 0 || filled === stages.length;
};

/** A list of stages with the rules for all stages together. `stage` is an object with the field `days`. */
export const stageList = <T extends z.ZodType<{ days: number | null }>>(stage: T) =>
  nested(
    z
      .array(stage, { error: 'validation.list' })
      .min(1, 'processes.noStages')
      .max(LIMITS.processStagesMax, 'validation.tooMany')
      .refine(daysAllOrNone, 'processes.daysAllOrNone'),
  );

/** `right`: the people that a template may name. `any` also accepts former employees who are already named. */
const template = <R extends 'read' | 'any'>(right: R) => ({
  name: text(),
  kind: z.enum(PROCESS_KINDS).default('task'),
  cc_ids: list(ref('user', right), LIMITS.executorsMax).default([]),
  /** When the template is used without being named. */
  conditions: conditionList(right),
  /** The template of its kind when no other fits. Setting it takes it from the other template. */
  is_default: flag().default(false),
  /** Order in which the templates of a kind are tried. */
  sort: sortOrder().default(0),
  stages: stageList(templateStage(right)),
});

const templateStage = <R extends 'read' | 'any'>(right: R) =>
  z
    .strictObject({
      name: text(),
      executor_rule: z.enum(EXECUTOR_RULES).default('users'),
      /** Only for the rule `users`; cleared for the others. */
      executor_ids: list(ref('user', right), LIMITS.executorsMax).default([]),
      role_id: blank(ref('role').nullish()).optional(),
      /** Only the holders in the profession of the subject, and those for every profession. */
      by_profession: flag().default(false),
      sign_mode: z.enum(SIGN_MODES).default('any'),
      days: executionDays(),
      /** The stage is left out unless all of them hold. */
      conditions: conditionList(right),
      /** People who get a notice when the stage has passed. */
      cc_ids: list(ref('user', right), LIMITS.executorsMax).default([]),
      allow_transfer: flag().default(true),
      reject_to: z.enum(REJECT_TO).default('starter'),
      /** Authors and executors of earlier stages get no assignment here. */
      separate: flag().default(false),
      /** After a "not pass" to the starter the next round begins at this stage. */
      straight: flag().default(false),
    })
    .superRefine((stage, context) => {
      const isMissing = stage.role_id === undefined || stage.role_id === null;
      if (isMissing && ROLE_RULES.includes(stage.executor_rule))
        context.addIssue({ code: 'custom', path: ['role_id'], message: 'validation.required' });
    });

interface Checked {
  readonly kind: ProcessKind;
  readonly conditions: readonly { readonly fact: Fact }[];
  readonly stages: readonly { readonly executor_rule: ExecutorRule; readonly conditions: Checked['conditions'] }[];
}

/** Facts that the kind does not have cannot be compared, and both sides need both departments. */
function fitsKind({ kind, conditions, stages }: Checked, context: z.core.$RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message, input: kind });
  for (const at of strangeConditions(kind, conditions)) refuse(['conditions', at], 'conditions.wrongFact');
  for (const [n, stage] of stages.entries()) {
    for (const at of strangeConditions(kind, stage.conditions))
      refuse(['stages', n, 'conditions', at], 'conditions.wrongFact');
    if (stage.executor_rule === 'both_sides' && !FACTS_OF[kind].includes('other_department_id'))
      refuse(['stages', n, 'executor_rule'], 'templates.notBothSides');
  }
}

const person = z.object({ id: z.number(), name: z.string() });
const WRITING = { scope: 'enterprise', anyOf: ['ProjectSetting-index'] } as const;

const templateRow = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(PROCESS_KINDS),
  enabled: z.boolean(),
  is_default: z.boolean(),
  sort: z.number(),
  stages: z.array(z.object({ name: z.string(), executor_rule: z.enum(EXECUTOR_RULES), days: z.number().nullable() })),
  updated_at: z.string(),
  version: z.number(),
});
export type TemplateRow = z.output<typeof templateRow>;

/** Templates, newest first. Pickers use `enabled=true`. */
export const templateIndex = endpoint({
  method: 'GET',
  path: '/apis/process/index',
  access: 'signed-in',
  input: z.strictObject({
    kind: z.enum(PROCESS_KINDS).optional(),
    enabled: flag().optional(),
    word: optionalText(),
    ...paging,
  }),
  output: pageOf(templateRow),
});

const templateInfoOutput = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(PROCESS_KINDS),
  enabled: z.boolean(),
  is_default: z.boolean(),
  sort: z.number(),
  conditions: z.array(shownCondition),
  cc: z.array(person),
  stages: z.array(
    z.object({
      name: z.string(),
      executor_rule: z.enum(EXECUTOR_RULES),
      executors: z.array(person.extend({ active: z.boolean() })),
      role: person.nullable(),
      by_profession: z.boolean(),
      conditions: z.array(shownCondition),
      cc: z.array(person),
      separate: z.boolean(),
      straight: z.boolean(),
      sign_mode: z.enum(SIGN_MODES),
      days: z.number().nullable(),
      allow_transfer: z.boolean(),
      reject_to: z.enum(REJECT_TO),
    }),
  ),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});
export type TemplateInfo = z.output<typeof templateInfoOutput>;

export const templateInfo = endpoint({
  method: 'GET',
  path: '/apis/process/info',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ id: ref('process_template') }),
  output: templateInfoOutput,
});

export const templateAdd = endpoint({
  method: 'POST',
  path: '/apis/process/add',
  access: WRITING,
  input: z.strictObject(template('read')).superRefine(fitsKind),
  output: z.object({ id: z.number() }),
});

/**
 * Changes a template. Running processes keep their copy, so an edit affects only later publications. A former employee
 * stays named but cannot be newly assigned.
 */
export const templateEdit = endpoint({
  method: 'POST',
  path: '/apis/process/edit',
  access: WRITING,
  input: z
    .strictObject({ id: ref('process_template', 'edit'), version: version(), ...template('any') })
    .superRefine(fitsKind),
  output: z.object({ version: z.number() }),
});

const templateChange = z.strictObject({ id: ref('process_template', 'edit'), version: version() });

export const templateDel = endpoint({
  method: 'POST',
  path: '/apis/process/del',
  access: WRITING,
  input: templateChange,
  output: done,
});
export const templateEnable = endpoint({
  method: 'POST',
  path: '/apis/process/enable',
  access: WRITING,
  input: templateChange,
  output: z.object({ version: z.number() }),
});
/** Disables a template for new use. Running processes continue. */
export const templateDisable = endpoint({
  method: 'POST',
  path: '/apis/process/disable',
  access: WRITING,
  input: templateChange,
  output: z.object({ version: z.number() }),
});

/** Why a person is an executor of a stage. `author`: the own check belongs to the authors of the work. */
export const FOUND_REASONS = [
  'named',
  'chosen',
  'author',
  'project_role',
  'direct_leader',
  'department_head',
  'leading_manager',
  'role',
  'both_sides',
  /** The next one above, because those below are left out. */
  'climbed',
  'fallback',
] as const;
export type FoundReason = (typeof FOUND_REASONS)[number];

/**
 * Why a person is left out. `outside`: cannot open the project. `barred`: may not review there. `separate`: an author or
 * an executor of another stage with this demand.
 */
export const LEFT_REASONS = ['inactive', 'outside', 'barred', 'starter', 'separate'] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

const runStage = z.object({
  /** Counts from 1, in the template. */
  position: z.number(),
  name: z.string(),
  people: z.array(person.extend({ reason: z.enum(FOUND_REASONS) })),
  left: z.array(person.extend({ why: z.enum(LEFT_REASONS) })),
  /** Copies of the stage, and those who get none because they cannot read the approval. */
  cc: z.array(person),
  cc_left: z.array(person.extend({ why: z.enum(LEFT_REASONS) })),
  /** A condition does not hold. */
  omitted: z.boolean(),
  /** No person can decide it, so an approval cannot start. */
  red: z.boolean(),
});
export type RunStage = z.output<typeof runStage>;

/**
 * The stages of a template as they would run now, also of a disabled one. Nothing is stored. The starter is the caller
 * unless given, the authors are the starter unless given.
 */
export const templateTestRun = endpoint({
  method: 'POST',
  path: '/apis/process/testRun',
  access: 'signed-in',
  archived: 'allowed',
  input: z.strictObject({
    template: ref('process_template'),
    project_id: blank(ref('project').optional()),
    profession_id: blank(ref('profession').optional()),
    starter_id: blank(ref('user').optional()),
    author_ids: list(ref('user'), LIMITS.executorsMax).optional(),
    facts: nested(
      z.strictObject({
        days: quantity('days', blank(decimal(0, 100_000).optional())),
        amount: blank(givenMoney().optional()),
        type: optionalText(),
        department_id: blank(ref('department').optional()),
        other_department_id: blank(ref('department').optional()),
        company_id: blank(ref('company').optional()),
        person_id: blank(ref('user').optional()),
        profession_id: blank(ref('profession').optional()),
      }),
    ).optional(),
    /** The people of each stage that lets the starter choose, in order. */
    chosen: list(list(ref('user'), LIMITS.executorsMax), LIMITS.processStagesMax).optional(),
  }),
  /** `cc_ids`: copies of the template who can read the approval. */
  output: z.object({ stages: z.array(runStage), cc_ids: z.array(z.number()), ok: z.boolean() }),
});
export type TestRun = z.output<typeof templateTestRun.output>;
