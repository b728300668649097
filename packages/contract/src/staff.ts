import { z } from 'zod';
import { blank, done, flag, length, list, optionalText, secret, someOf, text, version, whole } from './kit/fields.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { email, employment, phone, SEES_PEOPLE, staffRow, userTree } from './organisation.ts';
import { members } from './projects.ts';

/**
 * Administration of the people of the enterprise, except add and disable, and the lists that the specification names.
 */

const nothing = z.strictObject({});
const ADMINISTERS_PEOPLE = { scope: 'enterprise', anyOf: ['Company-user'] } as const;
/** At most LIMITS.unpagedMax people. `total` counts all and stops at LIMITS.countCap + 1. */
const people = z.object({ list: z.array(staffRow), total: z.number() });

/** One person of the caller's range, in any state. */
export const userInfo = endpoint({
  method: 'GET',
  path: '/apis/user/info',
  access: SEES_PEOPLE,
  input: z.strictObject({ id: ref('user', 'see') }),
  output: staffRow,
});

/**
 * Writes the whole record; a missing field is cleared. The account name cannot change, and only its owner changes the
 * password. `role_ids` replaces all enterprise roles besides employee; left out, they stay.
 */
export const userModify = endpoint({
  method: 'POST',
  path: '/apis/user/modify',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({
    id: ref('user', 'administer'),
    version: version(),
    name: text(LIMITS.accountMax),
    phone,
    email,
    sex: blank(z.enum(['male', 'female']).optional()),
    ...employment,
    /** Optional only for people without a department (the first administrator, partners). */
    department_id: blank(ref('department', 'choose').optional()),
    position_id: blank(ref('position', 'choose').optional()),
    profession_id: blank(ref('profession', 'choose').optional()),
    /** Refused with 1001 for the person and for everyone below the person. */
    leader_id: blank(ref('user', 'choose').optional()),
    company_id: blank(ref('company', 'choose').optional()),
    position_title_id: blank(ref('position_title', 'choose').optional()),
    // Not ref('role', 'give'): a role that is already held may stay. The service checks the changes.
    role_ids: list(ref('role'), 20).optional(),
  }),
  output: done,
});

const someone = (max: number) => someOf(ref('user', 'administer'), max);

/**
 * Order of lists. `ids`: these people as given, after everyone without a position. `id`: one person moves behind `after_id` or
 * before `before_id`, without both to the top. The neighbour has the same state (1001).
 */
export const userSort = endpoint({
  method: 'POST',
  path: '/apis/user/sort',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({
    ids: someone(LIMITS.unpagedMax).optional(),
    id: blank(ref('user', 'administer').optional()),
    after_id: blank(ref('user', 'see').optional()),
    before_id: blank(ref('user', 'see').optional()),
  }),
  output: done,
});

export const changePosition = endpoint({
  method: 'POST',
  path: '/apis/user/v3/changePosition',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ user_ids: someone(LIMITS.pageSizeMax), position_id: ref('position', 'choose') }),
  output: done,
});

export const changeProfessional = endpoint({
  method: 'POST',
  path: '/apis/user/v3/changeProfessional',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ user_ids: someone(LIMITS.pageSizeMax), profession_id: ref('profession', 'choose') }),
  output: done,
});

/**
 * Removes an employee. Sessions and project memberships end, the record keeps the department, and the account stays
 * locked. Refused with 1008 and `data.open` (see `user/work`) while work is assigned to the person; hand it over
 * first. People and departments that name the person as leader and have no new one keep none.
 */
export const userDel = endpoint({
  method: 'POST',
  path: '/apis/user/del',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'administer'), version: version() }),
  output: done,
});

/**
 * Sets a generated password for a current employee. Only this answer returns it, and the next sign-in demands a
 * change. It ends all sessions of that person. Refused for the caller, who changes the own password with the old one.
 */
export const resetPwd = endpoint({
  method: 'POST',
  path: '/apis/user/resetPwd',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'administer'), version: version() }),
  output: z.object({ password: z.string() }),
});

/** Departments with their people, at the second address of the specification. */
export const userTreeAgain = endpoint({
  method: 'GET',
  path: '/apis/user/user_tree',
  access: 'signed-in',
  input: nothing,
  output: userTree.output,
});

/** Current employees with an administrator role, in the caller's range. */
export const managers = endpoint({
  method: 'GET',
  path: '/apis/user/manager',
  access: SEES_PEOPLE,
  input: nothing,
  output: people,
});

/** All current employees in the caller's range. */
export const workers = endpoint({
  method: 'GET',
  path: '/apis/user/member',
  access: SEES_PEOPLE,
  input: nothing,
  output: people,
});

/**
 * Current employees in the caller's range by role and position (both must match), or the owner of an account (1002 when
 * there is none).
 */
export const specifyUser = endpoint({
  method: 'GET',
  path: '/apis/user/v1/getSpecifyUser',
  access: SEES_PEOPLE,
  input: z.strictObject({
    role_id: blank(ref('role').optional()),
    position_id: blank(ref('position').optional()),
    account: optionalText(LIMITS.accountMax),
  }),
  output: people,
});

/** The members of a project at the address of the specification. */
export const projectUser = endpoint({
  method: 'GET',
  path: '/apis/user/v1/getProjectUser',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project') }),
  output: members.output,
});

const entry = z.object({ action: z.string() });

/**
 * A person's roles in the enterprise, their nodes, and the nodes in each project. Empty for a person who may not sign
 * in.
 */
export const userAuths = endpoint({
  method: 'POST',
  path: '/apis/user/getUserAuths',
  access: { scope: 'enterprise', anyOf: ['Role-index', 'Company-user'] },
  input: z.strictObject({ id: ref('user', 'seeRights') }),
  output: z.object({
    roles: z.array(z.object({ id: z.number(), name: z.string() })),
    access: z.array(entry),
    project_access: z.record(z.string(), z.array(entry)),
  }),
});

/** The decrypted `payload` of doSetting. Its enterprise must be the caller's. */
export const baseSetting = z
  .strictObject({
    enterprise_id: whole(1),
    password_length_min: length(LIMITS.passwordMin, LIMITS.passwordPolicyMax),
    password_length_max: length(LIMITS.passwordMin, LIMITS.passwordPolicyMax),
    /**
     * The version of `enterprise/info`: 1009 when it changed since. A caller that knows only the specification's
     * payload sends none.
     */
    version: version().optional(),
    /** Whether the server accepts secrets under the built-in key. Left out, it stays. */
    accept_default_key: flag().optional(),
  })
  .refine((value) => value.password_length_max >= value.password_length_min, {
    error: 'validation.order',
    path: ['password_length_max'],
  });

/**
 * Writes the settings of the caller's enterprise; 1009 when its `version` changed since. `payload` is JSON encrypted
 * like a sign-in password, under a key of getKeyIv. Without `kid` the server tries the newest unused keys of the
 * session, at most eight.
 */
export const doSetting = endpoint({
  method: 'POST',
  path: '/apis/user/dosetting',
  access: { scope: 'enterprise', anyOf: ['User-setting'] },
  input: z.strictObject({
    name: z.enum(['base_setting']).default('base_setting'),
    payload: secret(4000),
    kid: optionalText(64),
  }),
  output: done,
});
