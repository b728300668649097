import { z } from 'zod';
import { blank, list, text } from '../kit/fields.ts';
import { askedRecords, endpoint, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { ROLE_RANGES } from './roles.ts';

/** Codes of the steps of an answer: those of `decide()`, of the gate and of the records (`Reason` in packages/access). */
export const STEP_CODES = [
  'public',
  'signed-in',
  'not-signed-in',
  'inactive',
  'system-only',
  'system-administrator',
  'no-roles',
  'super-admin',
  'leader',
  'own-list',
  'no-actions',
  'no-project-access',
  'no-project-id',
  'no-project-entry',
  'project-list',
  'granted',
  'lacking',
  'in-range',
  'heads',
  'outside-range',
  'member',
  'reader',
  'reads-only',
  'not-a-member',
  'not-in-project',
  'removed',
  'archived',
  'not-found',
  'apart',
  'already-named',
  'own',
  'record-rule',
  'state',
] as const;
export type StepCode = (typeof STEP_CODES)[number];

/** Kinds of the source of a right. */
export const SOURCE_KINDS = ['role', 'group', 'project-role', 'folder-grant', 'person', 'department'] as const;

/** Roles of a person on an own record, and of a head in a department. */
export const OWN_AS = [
  'owner',
  'starter',
  'executor',
  'target',
  'asker',
  'author',
  'deputy',
  'head',
  'leading-manager',
] as const;

const source = z.object({ kind: z.enum(SOURCE_KINDS), id: z.number(), name: z.string() });

/** One step of the way to the verdict. Facts that do not belong to its code are empty. */
const step = z.object({
  code: z.enum(STEP_CODES),
  /** The field of the judged record, '' for the call itself. */
  field: z.string(),
  /** false: the step refuses. */
  allowed: z.boolean(),
  /** Whether the step decides, or only leads to the next one. */
  decides: z.boolean(),
  /** The holder of the right: role, project role, folder, department. */
  via: source.nullable(),
  /** The group that holds the role, or the person or project role that a folder's grant names. */
  through: source.nullable(),
  /** Nodes, or rights of a folder. */
  actions: z.array(z.string()),
  range: z.enum(ROLE_RANGES).nullable(),
  as: z.enum(OWN_AS).nullable(),
  project: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The text of a state that closes the action. */
  why: z.string(),
});

/**
 * Whether a person may make a call, and why. The server judges the call as if the person made it: `code` and `msg` are
 * those of its refusal, 0 when it passes all checks. `subjects` are the records of the call by the field of their id.
 * Without them the answer says whether the person may make the call for any record.
 *
 * Without `user_id` the caller asks about himself or herself. A question about another person needs Role-index, or
 * the person in the caller's range of Company-user; and each record must be visible to the caller, 1006 or 444 otherwise.
 */
export const accessWhy = endpoint({
  method: 'GET',
  path: '/apis/access/why',
  access: 'signed-in',
  archived: 'allowed',
  input: z.strictObject({
    user_id: blank(ref('user', 'ask').optional()),
    /** The path of the call without `/apis/`, such as `task/edit`. */
    call: text(100),
    /** Only for a path with several methods. */
    method: blank(z.enum(['GET', 'POST', 'HEAD', 'PATCH', 'DELETE']).optional()),
    subjects: askedRecords((record) => list(record, LIMITS.bulkMax)).optional(),
  }),
  output: z.object({
    allowed: z.boolean(),
    code: z.number(),
    msg: z.string(),
    /** false: the right exists, but the state of a record closes the action now. */
    open: z.boolean(),
    chain: z.array(step),
  }),
});
