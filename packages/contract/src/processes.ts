import { z } from 'zod';
import { blank, decimal, done, flag, list, nested, optionalText, pageOf, paging, text, whole } from './fields.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { PROCESS_STATUS, SIGN_MODES } from './status.ts';

/** What an approval can be about. The engine treats all alike; lists and templates tell them apart by this word. */
export const PROCESS_KINDS = ['task', 'vacate', 'output_value', 'invoice', 'carry_capital', 'contract'] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

/** States of an approval as stored. A cancelled one has lost its subject and is never on the wire. */
export const PROCESS_STATES = [...PROCESS_STATUS, 'cancelled'] as const;
export type ProcessState = (typeof PROCESS_STATES)[number];

export const REJECT_TO = ['starter', 'previous'] as const;
export type RejectTo = (typeof REJECT_TO)[number];

/** Who sits in a stage: the people listed in it, or those whom the starter chooses when publishing. */
export const EXECUTOR_RULES = ['users', 'chosen'] as const;
export type ExecutorRule = (typeof EXECUTOR_RULES)[number];

/** What the history of an approval can hold. */
export const PROCESS_ACTIONS = [
  'start',
  'pass',
  'not_pass',
  'transfer',
  'transfer_confirm',
  'transfer_refuse',
  'transfer_withdraw',
  'move',
  'withdraw',
  'pause',
  'resume',
  'republish',
  'cancel',
  'remind',
] as const;
export type ProcessAction = (typeof PROCESS_ACTIONS)[number];

/** As the tables keep them: a third decimal would be rounded away. */
const twoDecimals = (value: unknown): boolean => Number((value as number).toFixed(2)) === value;

/** Execution days of one stage: at least 0, with at most two decimals, or left empty. A form sends empty text, a program null. */
export const executionDays = () =>
  blank(decimal(0, 3650).refine(twoDecimals, 'processes.daysDecimals').nullish())
    .optional()
    .transform((days) => days ?? null);

/** VA-006: execution days are filled in every stage or in none. */
export const daysAllOrNone = (stages: readonly { readonly days: number | null }[]): boolean => {
  const filled = stages.filter((stage) => stage.days !== null).length;
  return filled === 0 || filled === stages.length;
};

/**
 * A list of stages with the rules that hold for all of them together; `stage` is an object with `days` among its
 * fields.
 */
export const stageList = <T extends z.ZodType<{ days: number | null }>>(stage: T) =>
  nested(
    z
      .array(stage, { error: 'validation.list' })
      .min(1, 'processes.noStages')
      .max(LIMITS.processStagesMax, 'validation.tooMany')
      .refine(daysAllOrNone, 'processes.daysAllOrNone'),
  );

/** `right`: whom a template may name, `any` where it may go on naming who has left. */
const template = (right: 'read' | 'any') => ({
  name: text(),
  kind: z.enum(PROCESS_KINDS).default('task'),
  cc_ids: list(ref('user', right), LIMITS.executorsMax).default([]),
  stages: stageList(templateStage(right)),
});
const templateStage = (right: 'read' | 'any') =>
  z.strictObject({
    name: text(),
    executor_rule: z.enum(EXECUTOR_RULES).default('users'),
    /** Only with the rule `users`; forgotten with the other. */
    executor_ids: list(ref('user', right), LIMITS.executorsMax).default([]),
    sign_mode: z.enum(SIGN_MODES).default('any'),
    days: executionDays(),
    allow_transfer: flag().default(true),
    reject_to: z.enum(REJECT_TO).default('starter'),
  });

const person = z.object({ id: z.number(), name: z.string() });
const WRITING = { scope: 'enterprise', anyOf: ['ProjectSetting-index'] } as const;

const templateRow = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(PROCESS_KINDS),
  enabled: z.boolean(),
  stages: z.array(z.object({ name: z.string(), executor_rule: z.enum(EXECUTOR_RULES), days: z.number().nullable() })),
  updated_at: z.string(),
  version: z.number(),
});
export type TemplateRow = z.output<typeof templateRow>;

/** Templates, newest first; pickers ask with `enabled=true`. */
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
  cc: z.array(person),
  stages: z.array(
    z.object({
      name: z.string(),
      executor_rule: z.enum(EXECUTOR_RULES),
      executors: z.array(person.extend({ active: z.boolean() })),
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
  input: z.strictObject(template('read')),
  output: z.object({ id: z.number() }),
});

/** What runs already keeps its own copy: an edit changes only what is published later. Who has left stays named, and is named nowhere anew. */
export const templateEdit = endpoint({
  method: 'POST',
  path: '/apis/process/edit',
  access: WRITING,
  input: z.strictObject({ id: ref('process_template', 'edit'), version: whole(1), ...template('any') }),
  output: z.object({ version: z.number() }),
});

const templateChange = z.strictObject({ id: ref('process_template', 'edit'), version: whole(1) });

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
/** A disabled template is offered no more; what runs goes on. */
export const templateDisable = endpoint({
  method: 'POST',
  path: '/apis/process/disable',
  access: WRITING,
  input: templateChange,
  output: z.object({ version: z.number() }),
});
