import { z } from 'zod';
import { CONTENT_KEYS } from './kit/content.ts';
import { done, optionalText, text, version } from './kit/fields.ts';
import { MONEY_MODULES } from './kit/money.ts';
import { ref, endpoint } from './kit.ts';
import { LIMITS } from './limits.ts';
import { NOTIFY_WAYS } from './status.ts';
import { brand } from './organisation/enterprise.ts';
import { email, phone, staffRow } from './organisation.ts';

const entry = z.object({ action: z.string() });
const level = z.object({ module: z.enum(MONEY_MODULES), level: z.union([z.literal(1), z.literal(2), z.literal(3)]) });

/**
 * The signed-in person for the shell, flat. Only this call reads `token` from the query, and the header wins.
 * `project_id` limits project_access to one project.
 */
export const info = endpoint({
  method: 'POST',
  path: '/apis/pub/info',
  access: 'own',
  inputFrom: 'query',
  archived: 'allowed',
  input: z.strictObject({ token: optionalText(200), project_id: ref('project').optional() }),
  output: z.object({
    id: z.number(),
    username: z.string(),
    account: z.string(),
    type: z.string(),
    thumb: z.string(),
    position_id: z.number().nullable(),
    enterprise_id: z.number(),
    enterprise_name: z.string(),
    /** How the shell shows the enterprise: names, logo, title and links. */
    enterprise: brand,
    manager_projectIds: z.array(z.number()),
    /** `role`: the key of the strongest role (superAdmin, leader, else the first), never a display name. */
    roles: z.object({ role: z.string(), access: z.array(entry) }),
    /** Departments that the person heads, or has under leading management. Their people and projects are in range. */
    heads: z.array(z.object({ id: z.number(), name: z.string(), as: z.enum(['head', 'leading-manager']) })),
    project_access: z.record(z.string(), z.array(entry)),
    /** Content of others that the enterprise roles show. */
    content: z.array(z.enum(CONTENT_KEYS)),
    /** Levels of amounts of the enterprise roles, without those of 0. */
    levels: z.array(level),
    /** The same of the project roles held in a project. A project without any is left out. */
    project_rights: z.record(z.string(), z.object({ content: z.array(z.enum(CONTENT_KEYS)), levels: z.array(level) })),
    notice_count: z.number(),
    must_change: z.boolean(),
    /** A system administrator: no role, no project, and only the pages of enterprises. */
    is_system: z.boolean(),
  }),
});
/** The value of `roles.role` for a person whose first role was created by the enterprise. */
export const CUSTOM_ROLE = 'custom';
export type Me = z.output<typeof info.output>;

/** The person's own record. Another call changes the password. `version` is the record's, for writes. */
export const profile = endpoint({
  method: 'GET',
  path: '/apis/pub/profile',
  access: 'own',
  input: z.strictObject({}),
  output: staffRow
    .pick({
      id: true,
      account: true,
      name: true,
      thumb: true,
      phone: true,
      email: true,
      employee_no: true,
      department_name: true,
      position_name: true,
      profession_name: true,
      roles: true,
      entry_date: true,
      version: true,
    })
    .extend({
      enterprise_name: z.string(),
      /** A new e-mail whose code was sent and not yet used; empty without one. */
      pending_email: z.string(),
    }),
});

/** The proof for a changed phone or e-mail. */
const proof = { password: optionalText(2000), kid: optionalText(64), code: optionalText(20) };

/**
 * Writes the person's own name and contact data. A missing field is cleared. Answers 1009 when the record changed
 * since. A changed phone or e-mail needs the own `password` (as in `loginpwd`, with `kid`), and the new value twice:
 * `rephone`, `reemail`. A new e-mail also needs the `code` that `send` mailed to it (type `change_email`).
 */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/apis/pub/update',
  access: 'own',
  input: z.strictObject({
    version: version(),
    name: text(LIMITS.accountMax),
    phone,
    email,
    rephone: optionalText(20),
    reemail: optionalText(254),
    ...proof,
  }),
  output: done,
});

/**
 * Writes one field of the caller. `avatar` is the address of a picture that the caller uploaded (`upload/image`), or
 * empty for none. Any other address is refused (1005), and the old picture stays. A changed phone or e-mail needs the
 * proof of `update`.
 */
export const updateField = endpoint({
  method: 'POST',
  path: '/apis/pub/updateField',
  access: 'own',
  input: z.strictObject({
    field: z.enum(['avatar', 'phone', 'email']),
    value: z.string().max(254, 'validation.tooLong'),
    ...proof,
  }),
  output: done,
});

/** Settings of the caller's enterprise; `base_setting` holds the password bounds. */
export const userSetting = endpoint({
  method: 'POST',
  path: '/apis/user/setting',
  access: 'own',
  input: z.strictObject({ name: z.enum(['base_setting']) }),
  output: z.object({
    password_length_min: z.number(),
    password_length_max: z.number(),
    /** Ways of notice of a new task. */
    task_notify_way: z.array(z.enum(NOTIFY_WAYS)),
  }),
});

/** The description of all calls for programs. The page /help/api shows it to people. */
export const openapi = endpoint({
  method: 'GET',
  path: '/apis/openapi.json',
  access: 'signed-in',
  transport: 'document',
  input: z.strictObject({}),
  output: z.unknown(),
});

/** The live channel. The client's first frame is {token}; the server sends only {type,id,project_id}. */
export const live = endpoint({
  method: 'GET',
  path: '/apis/live',
  access: 'public',
  transport: 'socket',
  input: z.strictObject({}),
  output: z.unknown(),
});
