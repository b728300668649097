import { z } from 'zod';
import { entityCalls } from '../kit/entity.ts';
import { blank, list, optionalText, text } from '../kit/fields.ts';
import { endpoint, ref } from '../kit.ts';
import { importCalls } from '../kit/sheet-import.ts';
import { LIMITS } from '../limits.ts';

const ADMINISTERS_PEOPLE = { scope: 'enterprise', anyOf: ['Company-user'] } as const;
/** These lists belong to the whole enterprise. A range of some departments reads them and changes nothing. */
const ADMINISTERS_ALL = { scope: 'range', node: 'Company-user', use: 'write', whole: true } as const;

const SHORT_MAX = 30;
const NOTE_MAX = 500;

const name = text(LIMITS.nameMax);

/** Common positions (常用岗位): the positions that every department may set up. */
export const positionTemplates = entityCalls({
  kind: 'position_template',
  path: '/apis/position_template',
  reads: 'signed-in',
  writes: ADMINISTERS_ALL,
  fields: { name, duties: optionalText(LIMITS.textMax), level: optionalText(SHORT_MAX) },
  row: { duties: z.string(), level: z.string() },
  filters: {},
});

/** Positions (岗位). `used` counts the people who hold one. Invited partners get an empty list. */
export const positions = entityCalls({
  kind: 'position',
  path: '/apis/position',
  reads: 'signed-in',
  writes: ADMINISTERS_ALL,
  fields: {
    name,
    department_id: blank(ref('department', 'choose').optional()),
    position_template_id: blank(ref('position_template', 'choose').optional()),
  },
  row: {
    department_id: z.number().nullable(),
    department_name: z.string(),
    position_template_id: z.number().nullable(),
    position_template_name: z.string(),
  },
  filters: { department_id: blank(ref('department').optional()) },
});

const person = z.object({ id: z.number(), name: z.string(), thumb: z.string() });

/** The people of a position who have not left, at most LIMITS.unpagedMax, in the order of lists. */
export const positionMembers = endpoint({
  method: 'GET',
  path: '/apis/position/members',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('position', 'any') }),
  output: z.object({
    list: z.array(person.extend({ department_name: z.string() })),
    total: z.number(),
  }),
});

/**
 * User groups (用户组). The people of a group are those named and all people of the named departments and of the
 * departments below them. Invited partners get an empty list.
 */
export const userGroups = entityCalls({
  kind: 'user_group',
  path: '/apis/group',
  reads: 'signed-in',
  writes: ADMINISTERS_ALL,
  fields: {
    name,
    purpose: optionalText(NOTE_MAX),
    user_ids: list(ref('user', 'choose'), LIMITS.unpagedMax).default([]),
    department_ids: list(ref('department', 'choose'), LIMITS.unpagedMax).default([]),
  },
  row: {
    purpose: z.string(),
    /** People named in the group. Empty unless the caller holds Company-user. */
    users: z.array(person),
    departments: z.array(z.object({ id: z.number(), name: z.string() })),
    /** Number of people, those of the departments included, each counted once. */
    members: z.number(),
  },
  filters: {},
});

/** Positions from a spreadsheet: name, department as a path, common position. */
export const positionImports = importCalls({ path: '/apis/position', access: ADMINISTERS_ALL });
