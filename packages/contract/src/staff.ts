import { z } from 'zod';
import { blank, day, done, list, optionalText, secret, text, whole } from './fields.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { email, phone, staffRow, userTree } from './organisation.ts';
import { members } from './projects.ts';

/** What administrators do with the people of the enterprise, beside adding and disabling, and the specification's own looks at them. */

const nothing = z.strictObject({});
const ADMINISTERS_PEOPLE = { scope: 'enterprise', anyOf: ['Company-user'] } as const;
/** At most LIMITS.unpagedMax people; `total` counts all of them and stops at LIMITS.countCap + 1. */
const people = z.object({ list: z.array(staffRow), total: z.number() });

/** One person, whatever the state. */
export const userInfo = endpoint({
  method: 'GET',
  path: '/apis/user/info',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'any') }),
  output: staffRow,
});

/**
 * Writes the whole record: what is left out is emptied. The account's name stays; a password is changed by its owner alone. `role_ids` are
 * all roles held in the enterprise besides employee, given and taken at once; left out they stay as they are.
 */
export const userModify = endpoint({
  method: 'POST',
  path: '/apis/user/modify',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({
    id: ref('user', 'any'),
    version: whole(1),
    name: text(LIMITS.accountMax),
    phone,
    email,
    sex: blank(z.enum(['male', 'female']).optional()),
    employee_no: optionalText(50),
    entry_date: blank(day().optional()),
    /** Only who stands in none (the first administrator, partners) can go without. */
    department_id: blank(ref('department').optional()),
    position_id: blank(ref('position').optional()),
    profession_id: blank(ref('profession').optional()),
    // Not ref('role', 'give'): a role held already may stay, whoever gave it. What changes is judged by the service.
    role_ids: list(ref('role'), 20).optional(),
  }),
  output: done,
});

const someone = (max: number) => list(ref('user', 'any'), max).pipe(z.array(z.number()).min(1, 'validation.required'));

/** The order of lists from now on: these people as given, after everybody who was never put in order. */
export const userSort = endpoint({
  method: 'POST',
  path: '/apis/user/sort',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ ids: someone(LIMITS.unpagedMax) }),
  output: done,
});

export const changePosition = endpoint({
  method: 'POST',
  path: '/apis/user/v3/changePosition',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ user_ids: someone(100), position_id: ref('position') }),
  output: done,
});

export const changeProfessional = endpoint({
  method: 'POST',
  path: '/apis/user/v3/changeProfessional',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ user_ids: someone(100), profession_id: ref('profession') }),
  output: done,
});

/**
 * Somebody leaves: sessions and memberships of projects end, the department is remembered, the account stays shut. Refused with 1008
 * and `data.open` (see `user/work`) while something waits for that person: it is handed over first.
 */
export const userDel = endpoint({
  method: 'POST',
  path: '/apis/user/del',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'any'), version: whole(1) }),
  output: done,
});

/** Work that waits for a person: projects run, tasks not finished, seats in approvals. */
export const WORK_KINDS = ['project', 'task', 'process'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const openWork = z.array(z.object({ kind: z.enum(WORK_KINDS), count: z.number() }));

/** What of living projects waits for a person; kinds without any are left out. The same that refuses `user/del`. */
export const userWork = endpoint({
  method: 'GET',
  path: '/apis/user/work',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'any') }),
  output: z.object({ open: openWork }),
});

/** Why one piece of work stays: the colleague sits in that stage already, would decide the own work, or may not decide there. */
export const STAYS_BECAUSE = ['sits', 'own', 'barred'] as const;

/**
 * Hands all work of one kind over to a colleague who works here now. In the projects concerned the colleague becomes a member with the roles
 * of who hands over. What this colleague cannot take stays and is told in `left`.
 */
export const userHandOver = endpoint({
  method: 'POST',
  path: '/apis/user/handOver',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'any'), kind: z.enum(WORK_KINDS), to_id: ref('user') }),
  output: z.object({
    moved: z.number(),
    left: z.array(z.object({ name: z.string(), why: z.enum(STAYS_BECAUSE) })),
  }),
});

/**
 * Gives somebody who works here a password made by the server, told in this answer alone and to be changed at the next sign-in; ends all sessions of
 * that person. Not for oneself: one's own is changed by who knows it.
 */
export const resetPwd = endpoint({
  method: 'POST',
  path: '/apis/user/resetPwd',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'any'), version: whole(1) }),
  output: z.object({ password: z.string() }),
});

/** Departments with their people again, under the specification's second address. */
export const userTreeAgain = endpoint({
  method: 'GET',
  path: '/apis/user/user_tree',
  access: 'signed-in',
  input: nothing,
  output: userTree.output,
});

/** Who administers the enterprise: working people who hold an administrator role. */
export const managers = endpoint({
  method: 'GET',
  path: '/apis/user/manager',
  access: ADMINISTERS_PEOPLE,
  input: nothing,
  output: people,
});

/** Everybody who works here. */
export const workers = endpoint({
  method: 'GET',
  path: '/apis/user/member',
  access: ADMINISTERS_PEOPLE,
  input: nothing,
  output: people,
});

/** Working people by role and position (both must fit), or the one behind an account: 1002 when there is none. */
export const specifyUser = endpoint({
  method: 'GET',
  path: '/apis/user/v1/getSpecifyUser',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({
    role_id: blank(ref('role').optional()),
    position_id: blank(ref('position').optional()),
    account: optionalText(LIMITS.accountMax),
  }),
  output: people,
});

/** The members of a project under the specification's own address. */
export const projectUser = endpoint({
  method: 'GET',
  path: '/apis/user/v1/getProjectUser',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project') }),
  output: members.output,
});

const entry = z.object({ action: z.string() });

/** What a person may do: the roles held in the enterprise, their nodes, and the nodes in each project; nothing for who may not sign in. */
export const userAuths = endpoint({
  method: 'POST',
  path: '/apis/user/getUserAuths',
  access: { scope: 'enterprise', anyOf: ['Role-index', 'Company-user'] },
  input: z.strictObject({ id: ref('user', 'any') }),
  output: z.object({
    roles: z.array(z.object({ id: z.number(), name: z.string() })),
    access: z.array(entry),
    project_access: z.record(z.string(), z.array(entry)),
  }),
});

/** The enterprise and its limits; `members` counts against `member_limit`. */
export const enterpriseInfo = endpoint({
  method: 'GET',
  path: '/apis/enterprise/info',
  access: { scope: 'enterprise', anyOf: ['User-setting', 'Company-user'] },
  input: nothing,
  output: z.object({
    id: z.number(),
    name: z.string(),
    short_name: z.string(),
    phone: z.string(),
    email: z.string(),
    member_limit: z.number(),
    project_limit: z.number(),
    members: z.number(),
    version: z.number(),
  }),
});

/** What `payload` of doSetting holds once decrypted; the enterprise in it must be the caller's. */
export const baseSetting = z
  .strictObject({
    enterprise_id: whole(1),
    password_length_min: whole(LIMITS.passwordMin, LIMITS.passwordPolicyMax),
    password_length_max: whole(LIMITS.passwordMin, LIMITS.passwordPolicyMax),
    /** Of `enterprise/info`: with it 1009 when another was faster. A caller that knows the specification's payload alone sends none. */
    version: whole(1).optional(),
  })
  .refine((value) => value.password_length_max >= value.password_length_min, {
    error: 'validation.order',
    path: ['password_length_max'],
  });

/**
 * Writes the settings of the own enterprise, 1009 when its `version` is another by now; `payload` is JSON under a key of getKeyIv, encrypted
 * like a sign-in's password.
 */
export const doSetting = endpoint({
  method: 'POST',
  path: '/apis/user/dosetting',
  access: { scope: 'enterprise', anyOf: ['User-setting'] },
  input: z.strictObject({ name: z.enum(['base_setting']), payload: secret(4000), kid: text(64) }),
  output: done,
});
