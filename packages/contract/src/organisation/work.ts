import { z } from 'zod';
import { blank, pageOf, paging, someOf } from '../kit/fields.ts';
import { endpoint, keyRef, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';

/** The open work of a person, and its hand-over to colleagues. */

const ADMINISTERS_PEOPLE = { scope: 'enterprise', anyOf: ['Company-user'] } as const;

/**
 * Kinds of work assigned to a person: managed projects, unfinished tasks, assignments in approvals. `lead`: people and
 * departments that name the person as direct leader, head or leading manager.
 */
export const WORK_KINDS = ['project', 'task', 'process', 'lead'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Kinds of items that can be handed over one by one. `report` and `department` belong to the kind `lead`. */
export const ITEM_KINDS = ['project', 'task', 'process', 'report', 'department'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];
export const WORK_KIND_OF: Readonly<Record<ItemKind, WorkKind>> = {
  project: 'project',
  task: 'task',
  process: 'process',
  report: 'lead',
  department: 'lead',
};

/** The key of an item: its kind and the id of its record, for example `task:12`. */
const ITEM_KEY = /^(?:project|task|process|report|department):[1-9]\d{0,14}$/;

const counted = z.array(z.object({ kind: z.enum(WORK_KINDS), count: z.number() }));

const item = z.object({
  key: z.string(),
  kind: z.enum(ITEM_KINDS),
  name: z.string(),
  /** Empty for an item without a project. */
  project_name: z.string(),
});
export type WorkItem = z.output<typeof item>;

/**
 * Work of a person. `open`: its number by kind, without kinds that have none. All of it but `lead` blocks `user/del`.
 * `list`: the items of one page; `ispage=not` gives the first 1,000. `hidden`: items of projects that the caller may not
 * see. They are counted and not named.
 */
export const userWork = endpoint({
  method: 'GET',
  path: '/apis/user/work',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'administer'), ...paging }),
  output: pageOf(item).extend({ open: counted, hidden: counted }),
});

/**
 * Why one piece of work stays: the colleague already has an assignment in that stage, would decide the own work, or
 * may not decide there. `range`: the person or department is outside the caller's range. `gone`: the person does not have
 * it any more.
 */
export const STAYS_BECAUSE = ['sits', 'own', 'barred', 'range', 'gone'] as const;

/**
 * Hands work over to current colleagues, who become members of the projects concerned with the same roles. Either all work
 * of one `kind` to `to_id`, or single items by `moves`. One call is one transaction. `left` reports the work that a
 * colleague cannot take; `key` names the item.
 */
export const userHandOver = endpoint({
  method: 'POST',
  path: '/apis/user/handOver',
  access: ADMINISTERS_PEOPLE,
  crossProject: true,
  input: z.strictObject({
    id: ref('user', 'administer'),
    kind: blank(z.enum(WORK_KINDS).optional()),
    to_id: blank(ref('user').optional()),
    moves: someOf(
      z.strictObject({ item: keyRef('work_item', ITEM_KEY, 'handOver'), to_id: ref('user') }),
      LIMITS.handOverMax,
    ).optional(),
  }),
  output: z.object({
    moved: z.number(),
    left: z.array(z.object({ name: z.string(), why: z.enum(STAYS_BECAUSE), key: z.string().nullable() })),
  }),
});
