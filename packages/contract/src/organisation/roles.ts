import { z } from 'zod';
import { CODES } from '../codes.ts';
import {
  blank,
  done,
  list,
  nested,
  optionalText,
  pageOf,
  paging,
  someOf,
  sortOrder,
  text,
  version,
  whole,
} from '../kit/fields.ts';
import { CONTENT_KEYS } from '../kit/content.ts';
import { endpoint, quantity, ref, XLSX } from '../kit.ts';
import { MONEY_MODULES } from '../kit/money.ts';
import { LIMITS } from '../limits.ts';
import { ROLE_KINDS, STORED_NODES } from '../nodes.ts';

const KEEPS_ROLES = { scope: 'enterprise', anyOf: ['Role-index'] } as const;

/** View ranges of a role, from the narrowest. */
export const ROLE_RANGES = ['self', 'department', 'department_and_below', 'company', 'enterprise'] as const;
export type RoleRange = (typeof ROLE_RANGES)[number];

export { CONTENT_KEYS, type ContentKey } from '../kit/content.ts';

/** The parts of a role that grant something. */
export const ROLE_PARTS = ['access', 'view_range', 'content_access', 'module_permission'] as const;
export type RolePart = (typeof ROLE_PARTS)[number];

/** Level of amounts: 0 none, 1 own, 2 department, 3 all. */
const level = () => quantity('level', whole(0, 3)).optional();
/** The key of a data board. No board exists yet. */
const board = () => z.string('validation.text').regex(/^[A-Za-z][A-Za-z0-9_-]{0,49}$/, 'validation.value');

const RESERVED = ['superadmin', 'leader'];
/** Whether the name reads like a built-in role after NFKC, trim and case folding (safety.md S09). */
export const isReservedRoleName = (name: string): boolean =>
  RESERVED.includes(name.normalize('NFKC').trim().toUpperCase().toLowerCase());

const name = () => text(LIMITS.roleNameMax).refine((value) => !isReservedRoleName(value), 'roles.reservedName');

/** A part that is left out stays empty in a new role, and keeps its value in an edited one. */
const rights = {
  access: list(z.enum(STORED_NODES, 'roles.unknownNode'), STORED_NODES.length).optional(),
  view_range: blank(z.enum(ROLE_RANGES).optional()),
  content_access: list(z.enum(CONTENT_KEYS), CONTENT_KEYS.length).optional(),
  data_board_access: list(board(), LIMITS.bulkMax).optional(),
  module_permission: nested(
    z.strictObject({
      contract: level(),
      invoice: level(),
      output_value: level(),
      carry_capital: level(),
      cost: level(),
    }),
  ).optional(),
};

const allowed = z.union([z.literal(true), z.string()]);
const levels = z.object(
  Object.fromEntries(MONEY_MODULES.map((name) => [name, z.number()])) as Record<
    (typeof MONEY_MODULES)[number],
    z.ZodNumber
  >,
);

export const roleInfo = endpoint({
  method: 'GET',
  path: '/apis/role/info',
  access: KEEPS_ROLES,
  input: z.strictObject({ id: ref('role') }),
  output: z.object({
    id: z.number(),
    key: z.string().nullable(),
    name: z.string(),
    kind: z.enum(ROLE_KINDS),
    is_system: z.boolean(),
    access: z.array(z.string()),
    view_range: z.enum(ROLE_RANGES),
    content_access: z.array(z.enum(CONTENT_KEYS)),
    data_board_access: z.array(z.string()),
    module_permission: levels,
    sort: z.number(),
    holders: z.number(),
    version: z.number(),
    /** Whether the caller may give the role to people and take it from them. */
    can_give: z.boolean(),
    can: z.object({ edit: allowed, copy: allowed, del: allowed }),
  }),
});

/** A new role stands last unless `sort` is given. 1005 at the part that holds what the caller lacks. */
export const roleAdd = endpoint({
  method: 'POST',
  path: '/apis/role/add',
  refuses: [CODES.duplicateName],
  access: KEEPS_ROLES,
  input: z.strictObject({ name: name(), kind: z.enum(ROLE_KINDS), sort: sortOrder().optional(), ...rights }),
  output: z.object({ id: z.number() }),
});

/**
 * Changes a role; the kind stays. 1005 for a role that the caller holds, for the role superAdmin, and at the part that
 * holds what the caller lacks, before or after the change.
 */
export const roleEdit = endpoint({
  method: 'POST',
  path: '/apis/role/edit',
  refuses: [CODES.duplicateName],
  access: KEEPS_ROLES,
  input: z.strictObject({
    id: ref('role'),
    version: version(),
    name: name(),
    sort: sortOrder().optional(),
    ...rights,
  }),
  output: done,
});

/** A new role with the parts of another one, behind it in the order. Without a name the server makes one. */
export const roleCopy = endpoint({
  method: 'POST',
  path: '/apis/role/copy',
  refuses: [CODES.duplicateName],
  access: KEEPS_ROLES,
  input: z.strictObject({ id: ref('role'), name: blank(name().optional()) }),
  output: z.object({ id: z.number(), name: z.string() }),
});

/** Refused with 1019 while a person, a project member or a process template has the role. 1008 for a standard role. */
export const roleDel = endpoint({
  method: 'POST',
  path: '/apis/role/del',
  refuses: [CODES.inUse, CODES.wrongState],
  access: KEEPS_ROLES,
  input: z.strictObject({ id: ref('role'), version: version() }),
  output: done,
});

/** Moves a role behind another one, or to the top without `after_id`. */
export const roleSort = endpoint({
  method: 'POST',
  path: '/apis/role/sort',
  access: KEEPS_ROLES,
  input: z.strictObject({ id: ref('role'), after_id: blank(ref('role').optional()) }),
  output: done,
});

/** The roles as a spreadsheet. */
export const roleDownload = endpoint({
  method: 'GET',
  path: '/apis/role/download',
  access: KEEPS_ROLES,
  transport: 'download',
  media: XLSX,
  input: z.strictObject({ word: optionalText(50), kind: blank(z.enum(ROLE_KINDS).optional()) }),
  output: done,
});

const holder = z.object({
  id: z.number(),
  name: z.string(),
  thumb: z.string(),
  department_name: z.string(),
  position_name: z.string(),
  status: z.string(),
  /** The projects in which the person has a project role. Empty for an enterprise role. */
  projects: z.array(z.object({ id: z.number(), name: z.string() })),
});

/** The people with a role, without former staff. A project role lists the members of projects. */
export const roleUsers = endpoint({
  method: 'GET',
  path: '/apis/role/users',
  access: KEEPS_ROLES,
  input: z.strictObject({ ...paging, id: ref('role'), word: optionalText(50) }),
  output: pageOf(holder),
});

const people = (right: 'read' | 'any') =>
  z.strictObject({ id: ref('role'), user_ids: someOf(ref('user', right), LIMITS.bulkMax) });

/** Gives an enterprise role to people; `changed` counts those who did not have it. 1008 for an invited partner. */
export const roleUserAdd = endpoint({
  method: 'POST',
  path: '/apis/role/userAdd',
  refuses: [CODES.wrongState],
  access: KEEPS_ROLES,
  input: people('read'),
  output: z.object({ changed: z.number() }),
});

/** Takes an enterprise role from people; `changed` counts those who had it. The last superAdmin keeps the role (1008). */
export const roleUserDel = endpoint({
  method: 'POST',
  path: '/apis/role/userDel',
  refuses: [CODES.wrongState],
  access: KEEPS_ROLES,
  input: people('any'),
  output: z.object({ changed: z.number() }),
});

/** Everything that a role can hold, with what the caller may grant. */
export const roleNodes = endpoint({
  method: 'GET',
  path: '/apis/role/nodes',
  access: KEEPS_ROLES,
  input: z.strictObject({}),
  output: z.object({
    /** `range`: the widest view range in which the caller holds the node. null: the caller does not hold it. */
    nodes: z.array(z.object({ node: z.string(), range: z.enum(ROLE_RANGES).nullable() })),
    contents: z.array(z.object({ key: z.enum(CONTENT_KEYS), can: z.boolean() })),
    /** The highest level that the caller may grant in each module. */
    levels: z.array(z.object({ module: z.enum(MONEY_MODULES), most: z.number() })),
  }),
});

/**
 * One right of a person before and after. `from` and `to` are 0 without the right. A node counts its view range from 1
 * (self) to 5 (enterprise), a module its level, content 1. `projects`: the number of projects in which a right of a
 * project role changes; 0 for a right in the enterprise.
 */
const step = z.object({
  part: z.enum(ROLE_PARTS),
  key: z.string(),
  from: z.number(),
  to: z.number(),
  projects: z.number(),
});

/** Gains and losses of the people with the role, were it saved like this. Changes nothing. */
export const rolePreview = endpoint({
  method: 'POST',
  path: '/apis/role/preview',
  access: KEEPS_ROLES,
  input: z.strictObject({ id: ref('role'), ...rights }),
  output: z.object({
    /** Number of people with the role. */
    holders: z.number(),
    /** Each right with the number of people who gain and lose it. */
    rights: z.array(z.object({ part: z.enum(ROLE_PARTS), key: z.string(), gain: z.number(), lose: z.number() })),
    /** The people for whom a right changes: the first 200. `total` counts all. */
    people: z.array(z.object({ id: z.number(), name: z.string(), gains: z.array(step), losses: z.array(step) })),
    total: z.number(),
  }),
});
