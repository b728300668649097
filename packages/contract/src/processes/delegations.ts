import { z } from 'zod';
import { done, moment, optionalText, version } from '../kit/fields.ts';
import { endpoint, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';

/**
 * Delegation of approvals: from `from_at` up to but not including `to_at`, another person decides in place of the
 * executor. Rules: docs/domains/processes.md, "Delegation".
 */

/** `planned`: begins later. `past`: ended, whether by its time or by its giver. */
export const DELEGATION_STATES = ['planned', 'active', 'past', 'refused'] as const;
export type DelegationState = (typeof DELEGATION_STATES)[number];

const person = z.object({ id: z.number(), name: z.string() });

const delegationRow = z.object({
  id: z.number(),
  from: person,
  to: person,
  from_at: z.string(),
  to_at: z.string(),
  note: z.string(),
  state: z.enum(DELEGATION_STATES),
  refused_at: z.string().nullable(),
  /** `manual`, or the kind of the record that set it. */
  source: z.object({ kind: z.string(), id: z.number().nullable() }),
  version: z.number(),
  /** The reader's possible actions. */
  can: z.object({ edit: z.boolean(), end: z.boolean(), refuse: z.boolean() }),
});
export type DelegationRow = z.output<typeof delegationRow>;

/** Own delegations and those to the caller: all that last or begin later, and the newest LIMITS.delegationsPast of the others. */
export const index = endpoint({
  method: 'GET',
  path: '/apis/delegation/index',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({ given: z.array(delegationRow), received: z.array(delegationRow) }),
});

/**
 * Delegates the own approvals. `from_at` defaults to now and may not be in the past. At any moment a person has at most
 * one own delegation (1020). The longest time is LIMITS.delegationDaysMax days.
 */
export const add = endpoint({
  method: 'POST',
  path: '/apis/delegation/add',
  access: 'signed-in',
  input: z.strictObject({
    to_id: ref('user'),
    from_at: moment().optional(),
    to_at: moment(),
    note: optionalText(LIMITS.commentMax),
  }),
  output: z.object({ id: z.number(), version: z.number() }),
});

/** Changes an own delegation that lasts or begins later. `from_at` can change only before it has begun. */
export const edit = endpoint({
  method: 'POST',
  path: '/apis/delegation/edit',
  access: 'signed-in',
  input: z.strictObject({
    id: ref('delegation', 'edit'),
    version: version(),
    from_at: moment().optional(),
    to_at: moment().optional(),
    note: optionalText(LIMITS.commentMax),
  }),
  output: z.object({ id: z.number(), version: z.number() }),
});

/** Ends an own delegation now. */
export const end = endpoint({
  method: 'POST',
  path: '/apis/delegation/end',
  access: 'signed-in',
  input: z.strictObject({ id: ref('delegation', 'end'), version: version() }),
  output: done,
});

/** The deputy refuses. The delegation has no effect from now on. */
export const refuse = endpoint({
  method: 'POST',
  path: '/apis/delegation/refuse',
  access: 'signed-in',
  input: z.strictObject({ id: ref('delegation', 'refuse'), version: version() }),
  output: done,
});
