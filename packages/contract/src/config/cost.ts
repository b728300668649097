import { z } from 'zod';
import { blank, day, done, someOf, version, whole } from '../kit/fields.ts';
import { endpoint, quantity, ref, XLSX } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { YUAN } from '../kit/yuan.ts';
import type { RoleKey } from '../nodes.ts';

/**
 * Ratios that divide output value: by stage, by discipline, by role inside a discipline. Each project type may have its
 * own ratios, and the default counts for all others. A version counts from its day until the day of the next one.
 */

/** Ratios are whole ten-thousandths, so 100.00 % is 10,000. */
export const WHOLE_BP = 10_000;

export const COST_LEVELS = ['stages', 'professions', 'roles'] as const;
export type CostLevel = (typeof COST_LEVELS)[number];

/** Project roles that take a part of the output value of a discipline. */
export const COST_ROLES = [
  'designer',
  'proofreader',
  'professional_leader',
  'reviewer',
  'approver',
  'project_leader',
] as const satisfies readonly RoleKey[];
export type CostRole = (typeof COST_ROLES)[number];

/** gross: the base is the amount with tax. net: the tax is taken off first. */
export const BASE_TAXES = ['gross', 'net'] as const;
export type BaseTax = (typeof BASE_TAXES)[number];

/** The missing ten-thousandths of a level. Negative when the parts make more than 100.00 %. */
export const missingBp = (parts: readonly { readonly bp: number }[]): number =>
  WHOLE_BP - parts.reduce((sum, { bp }) => sum + bp, 0);

const SETS_PROJECT_DATA = { scope: 'enterprise', anyOf: ['ProjectSetting-index'] } as const;
/** People who divide money by the ratios, beside those who set them. */
const USES_RATIOS = {
  scope: 'enterprise',
  anyOf: ['ProjectSetting-index', 'OutputValue-index', 'Contract-index'],
} as const;

/** A part of a level. An entry without a part is left out. */
const part = () => quantity('ratio', whole(1, WHOLE_BP));

/** An amount that is not negative, as yuan with two decimals. */
const limitYuan = () =>
  z
    .string({ error: 'cost.amount' })
    .regex(YUAN, 'cost.amount')
    .refine((value) => !value.startsWith('-'), 'cost.negative');

/** No entry twice. */
const areDistinct = (entries: readonly unknown[]): boolean => new Set(entries).size === entries.length;

const stages = () =>
  someOf(z.strictObject({ stage_id: ref('stage', 'choose'), bp: part() }), LIMITS.costPartsMax).refine(
    (parts) => areDistinct(parts.map(({ stage_id }) => stage_id)),
    'cost.twice',
  );
const professions = () =>
  someOf(z.strictObject({ profession_id: ref('profession', 'choose'), bp: part() }), LIMITS.costPartsMax).refine(
    (parts) => areDistinct(parts.map(({ profession_id }) => profession_id)),
    'cost.twice',
  );
const roles = () =>
  someOf(z.strictObject({ role: z.enum(COST_ROLES, { error: 'validation.value' }), bp: part() })).refine(
    (parts) => areDistinct(parts.map(({ role }) => role)),
    'cost.twice',
  );

const content = () => ({
  stages: stages(),
  professions: professions(),
  roles: roles(),
  /** Management fee in ten-thousandths. */
  fee_bp: quantity('ratio', whole(0, WHOLE_BP)),
  base_tax: z.enum(BASE_TAXES, { error: 'validation.value' }),
  /** The most that the enterprise pays ahead for one project. */
  advance_limit: limitYuan(),
  /** A contract from this amount on needs the approval of the general manager. */
  contract_threshold: limitYuan(),
});

const entry = {
  name: z.string(),
  /** Set on built-in entries. */
  code: z.string().nullable(),
  /** False: the entry was disabled or deleted since. The version keeps it. */
  enabled: z.boolean(),
  bp: z.number(),
};
const allowed = z.union([z.literal(true), z.string()]);

const costVersion = z.object({
  id: z.number(),
  /** null: the default for all types without ratios of their own. */
  project_type_id: z.number().nullable(),
  valid_from: z.string(),
  stages: z.array(z.object({ stage_id: z.number(), ...entry })),
  professions: z.array(z.object({ profession_id: z.number(), ...entry })),
  roles: z.array(z.object({ role: z.enum(COST_ROLES), bp: z.number() })),
  fee_bp: z.number(),
  base_tax: z.enum(BASE_TAXES),
  advance_limit: z.string(),
  contract_threshold: z.string(),
  version: z.number(),
  /** `true`, or the text key of the reason: a version that already counted is kept. */
  can: z.object({ edit: allowed, del: allowed }),
});
export type CostVersion = z.output<typeof costVersion>;

const costType = z.object({
  /** null: the default. */
  project_type_id: z.number().nullable(),
  name: z.string(),
  code: z.string().nullable(),
  enabled: z.boolean(),
  /** Whether the type has versions of its own. */
  is_own: z.boolean(),
  /** The version that counts today, of the type or of the default. */
  valid_id: z.number(),
  /** The version that counts on the asked day. */
  day_id: z.number(),
});
export type CostType = z.output<typeof costType>;

/** All versions, the default first, of each type the newest first. `day` asks which version counts on another day. */
export const costIndex = endpoint({
  method: 'GET',
  path: '/apis/config/cost/index',
  access: SETS_PROJECT_DATA,
  input: z.strictObject({ day: blank(day().optional()) }),
  output: z.object({
    today: z.string(),
    day: z.string(),
    list: z.array(costVersion),
    total: z.number(),
    types: z.array(costType),
  }),
});

/**
 * Adds a version from today or a later day on. A part that is left out is copied from `from_id`, or else from the
 * version that counts for the type on that day. 1018 on `valid_from` when the type has a version from that day.
 * 1001 when a level does not make exactly 100.00 %.
 */
export const costAdd = endpoint({
  method: 'POST',
  path: '/apis/config/cost/add',
  access: SETS_PROJECT_DATA,
  input: z.strictObject({
    project_type_id: blank(ref('project_type', 'choose').optional()),
    valid_from: day(),
    from_id: blank(ref('cost_config').optional()),
    ...z.strictObject(content()).partial().shape,
  }),
  output: z.object({ id: z.number() }),
});

/** Replaces a version that counts from today or later. 1008 for an earlier one: it stays as it was. */
export const costEdit = endpoint({
  method: 'POST',
  path: '/apis/config/cost/edit',
  access: SETS_PROJECT_DATA,
  input: z.strictObject({ id: ref('cost_config'), version: version(), valid_from: day(), ...content() }),
  output: done,
});

/** Removes a version that does not count yet. 1008 for one that counts today or did before. */
export const costDel = endpoint({
  method: 'POST',
  path: '/apis/config/cost/del',
  access: SETS_PROJECT_DATA,
  input: z.strictObject({ id: ref('cost_config'), version: version() }),
  output: done,
});

/** The version that counts for a project type on a day; the default when the type has none. */
export const costAt = endpoint({
  method: 'GET',
  path: '/apis/config/cost/at',
  access: USES_RATIOS,
  input: z.strictObject({ project_type_id: blank(ref('project_type').optional()), day: day() }),
  output: costVersion.omit({ version: true, can: true }),
});

/** All versions as a spreadsheet (xlsx): one row for each part of each version. */
export const costDownload = endpoint({
  method: 'GET',
  path: '/apis/config/cost/download',
  access: SETS_PROJECT_DATA,
  transport: 'download',
  media: XLSX,
  input: z.strictObject({}),
  output: done,
});
