import { z } from 'zod';
import { blank, day, done, flag, hours, optionalText, pageOf, paging, text, version } from '../kit/fields.ts';
import { endpoint, ref, type Bare } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { NON_PROJECT_STATUS } from '../status.ts';

/** Kinds of work that belongs to no design project (decisions.md section 4). */
export const NON_PROJECT_KINDS = ['bid', 'research', 'training', 'standards', 'administration', 'marketing'] as const;
export type NonProjectKind = (typeof NON_PROJECT_KINDS)[number];

/** The caller's rights on a non-project in its present state. */
const can = z.object({
  edit: z.boolean(),
  member: z.boolean(),
  close: z.boolean(),
  reopen: z.boolean(),
  del: z.boolean(),
});
export type NonProjectCan = z.output<typeof can>;

const sheet = {
  name: text(LIMITS.nameMax),
  kind: z.enum(NON_PROJECT_KINDS, { error: 'validation.required' }),
  department_id: blank(ref('department', 'choose').optional()),
  start: blank(day().optional()),
  end: blank(day().optional()),
  /** Planned hours in half-hour steps. */
  total_hours: blank(hours().optional()),
  description: optionalText(LIMITS.textMax),
};

const inOrder = ({ start, end }: { start?: string; end?: string }): boolean =>
  start === undefined || end === undefined || end >= start;
const ORDER = { error: 'validation.order', path: ['end'] };

const saved = z.object({ id: z.number(), number: z.string(), version: z.number() });

const row = z.object({
  id: z.number(),
  name: z.string(),
  /** F{year}-{serial:3}, for example F2026-001. It never changes. */
  number: z.string(),
  kind: z.enum(NON_PROJECT_KINDS),
  status: z.enum(NON_PROJECT_STATUS),
  manager_id: z.number(),
  manager_name: z.string(),
  manager_thumb: z.string(),
  department_id: z.number().nullable(),
  department_name: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  member_count: z.number(),
  created_at: z.string(),
  closed_at: z.string().nullable(),
  closed_by_name: z.string(),
  version: z.number(),
  can,
});
export type NonProjectRow = z.output<typeof row>;

/**
 * The non-projects that the caller may see, newest first: the own ones, and those in the range of NonProject-edit. Leader and
 * superAdmin see all.
 */
export const index = endpoint({
  method: 'GET',
  path: '/apis/non_project/index',
  access: 'signed-in',
  input: z.strictObject({
    ...paging,
    state: z.enum(NON_PROJECT_STATUS).default('open'),
    kind: blank(z.enum(NON_PROJECT_KINDS, { error: 'validation.value' }).optional()),
    word: optionalText(50),
  }),
  output: pageOf(row),
});

export const info = endpoint({
  method: 'GET',
  path: '/apis/non_project/info',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ id: ref('non_project') }),
  output: row.extend({
    total_hours: z.number().nullable(),
    description: z.string(),
    created_by: z.number(),
    created_by_name: z.string(),
    updated_at: z.string(),
  }),
});
export type NonProjectInfo = z.output<typeof info.output>;

/** Creates a non-project with the next number of the year. The manager becomes the first member. */
export const add = endpoint({
  method: 'POST',
  path: '/apis/non_project/add',
  access: { scope: 'enterprise', anyOf: ['NonProject-add'] },
  input: z.strictObject({ ...sheet, manager_id: ref('user') }).refine(inOrder, ORDER),
  output: saved,
});
export type NonProjectSheet = Bare<z.output<typeof add.input>>;

/** Writes the whole sheet. A missing or empty field is cleared. A new manager becomes a member; the former one stays a member. */
export const edit = endpoint({
  method: 'POST',
  path: '/apis/non_project/edit',
  access: 'signed-in',
  input: z
    .strictObject({ id: ref('non_project', 'edit'), version: version(), ...sheet, manager_id: ref('user', 'any') })
    .refine(inOrder, ORDER),
  output: saved,
});

/**
 * Closes a non-project: every write inside then answers 1008. While other areas report open work, the call is refused with
 * 1008 and `data.open` = [{kind, count}]. `confirmed` confirms that the user has seen the list.
 */
export const close = endpoint({
  method: 'POST',
  path: '/apis/non_project/close',
  access: 'signed-in',
  input: z.strictObject({ id: ref('non_project', 'close'), version: version(), confirmed: flag().default(false) }),
  output: done,
});

export const reopen = endpoint({
  method: 'POST',
  path: '/apis/non_project/reopen',
  access: 'signed-in',
  input: z.strictObject({ id: ref('non_project', 'reopen'), version: version() }),
  output: done,
});

/** Deletes a non-project without tasks and files. With some it answers 1019 and `data.uses` = [{kind, count}]. */
export const del = endpoint({
  method: 'POST',
  path: '/apis/non_project/del',
  access: 'signed-in',
  input: z.strictObject({ id: ref('non_project', 'del'), version: version() }),
  output: done,
});
