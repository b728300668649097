import { z } from 'zod';
import { isEmail, isMobile } from './kit/checks.ts';
import { content } from './kit/content.ts';
import {
  blank,
  day,
  done,
  flag,
  list,
  newAccount,
  optionalText,
  pageOf,
  paging,
  secret,
  sortOrder,
  text,
  version,
} from './kit/fields.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { ROLE_KINDS } from './nodes.ts';
import { STAFF_STATUS, USER_TYPE } from './status.ts';

const nothing = z.strictObject({});
const allowed = z.union([z.literal(true), z.string()]);
const ADMINISTERS_PEOPLE = { scope: 'enterprise', anyOf: ['Company-user'] } as const;
/** Administrators see the people in their view range, heads those of their departments. */
export const SEES_PEOPLE = { scope: 'range', node: 'Company-user', use: 'read' } as const;

const department = z.object({
  id: z.number(),
  parent_id: z.number().nullable(),
  name: z.string(),
  level: z.number(),
  sort: z.number(),
  leader_id: z.number().nullable(),
  leader_name: z.string(),
  /** The member of the management who is responsible for the department. */
  leading_manager_id: z.number().nullable(),
  leading_manager_name: z.string(),
  /** The legal entity of its people. */
  company_id: z.number().nullable(),
  company_name: z.string(),
  /** Whether output value counts for the department. */
  is_production: z.boolean(),
  /** People who work directly in the department. */
  members: z.number(),
  /** People in the department and in all departments below it. */
  members_below: z.number(),
  version: z.number(),
});
export type Department = z.output<typeof department>;

/**
 * The tree as a flat list, parents before their children: the departments in the caller's range and those above them.
 * The numbers of people count only people in the range.
 */
export const departmentIndex = endpoint({
  method: 'GET',
  path: '/apis/department/index',
  access: SEES_PEOPLE,
  input: nothing,
  output: z.object({ list: z.array(department), total: z.number() }),
});

const departmentFields = {
  name: text(LIMITS.nameMax),
  /** Without a parent the department is at the top. */
  parent_id: blank(ref('department', 'choose').optional()),
  leader_id: blank(ref('user', 'choose').optional()),
  leading_manager_id: blank(ref('user', 'choose').optional()),
  company_id: blank(ref('company', 'choose').optional()),
  is_production: flag().default(true),
  /** Left out, a new department stands last, and an edited one keeps its place. */
  sort: sortOrder().optional(),
};

export const departmentAdd = endpoint({
  method: 'POST',
  path: '/apis/department/add',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject(departmentFields),
  output: z.object({ id: z.number() }),
});

/** Changes a department. Another `parent_id` moves it with everything below. */
export const departmentEdit = endpoint({
  method: 'POST',
  path: '/apis/department/edit',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('department', 'administer'), version: version(), ...departmentFields }),
  output: done,
});

/** Refused with 1019 while a sub-department, a person, a position or a user group refers to it. `restore` undoes it. */
export const departmentDel = endpoint({
  method: 'POST',
  path: '/apis/department/del',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('department', 'administer'), version: version() }),
  output: done,
});

/**
 * Brings a removed department back below its parent, which the caller must administer. 1008 when the parent is removed, 1018 when the name is taken.
 */
export const departmentRestore = endpoint({
  method: 'POST',
  path: '/apis/department/restore',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('department', 'any'), version: version() }),
  output: done,
});

/** Moves a department behind another one below the same parent, or to the top of its siblings. */
export const departmentSort = endpoint({
  method: 'POST',
  path: '/apis/department/sort',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('department', 'administer'), after_id: blank(ref('department').optional()) }),
  output: done,
});

/** Departments whose name contains `word`, with the names from the top down. Invited partners get none. */
export const searchDepartments = endpoint({
  method: 'GET',
  path: '/apis/fhome/searchDepartments',
  access: 'signed-in',
  input: z.strictObject({ word: optionalText(50) }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        parent_id: z.number().nullable(),
        name: z.string(),
        level: z.number(),
        path: z.array(z.string()),
      }),
    ),
    total: z.number(),
  }),
});

export const roleIndex = endpoint({
  method: 'GET',
  path: '/apis/role/index',
  access: { scope: 'enterprise', anyOf: ['Role-index', 'Company-user'] },
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        key: z.string().nullable(),
        name: z.string(),
        kind: z.enum(ROLE_KINDS),
        access: z.array(z.string()),
        view_range: z.string(),
        sort: z.number(),
        /** People with an enterprise role, or members of a project with a project role. Former staff do not count. */
        holders: z.number(),
        version: z.number(),
        /** `true`: allowed. Else the text key of the reason. Absent for a caller without Role-index. */
        can: z.object({ edit: allowed, copy: allowed, del: allowed }).optional(),
        /** Whether the caller may assign it: a caller cannot grant rights that he does not hold. */
        can_give: z.boolean(),
      }),
    ),
    total: z.number(),
  }),
});

export const staffRow = z.object({
  id: z.number(),
  account: z.string(),
  name: z.string(),
  thumb: z.string(),
  phone: content('contact', z.string()),
  email: content('contact', z.string()),
  sex: z.string(),
  employee_no: z.string(),
  type: z.enum(USER_TYPE),
  status: z.enum(STAFF_STATUS),
  department_id: z.number().nullable(),
  department_name: z.string(),
  position_id: z.number().nullable(),
  position_name: z.string(),
  profession_id: z.number().nullable(),
  profession_name: z.string(),
  /** The direct leader (直接上级). */
  leader_id: z.number().nullable(),
  leader_name: z.string(),
  /** The legal entity of the person. Without one, that of the department counts. */
  company_id: z.number().nullable(),
  company_name: z.string(),
  position_title_id: z.number().nullable(),
  position_title_name: z.string(),
  /**
   * `can_give`: the caller may assign the role. When a person holds a role that the caller may not assign, the caller
   * cannot change that person's roles, state, password or work.
   */
  roles: z.array(z.object({ id: z.number(), key: z.string().nullable(), name: z.string(), can_give: z.boolean() })),
  /** Day of entry. */
  entry_date: z.string().nullable(),
  /** Day on which the trial period ended (转正). */
  formal_date: z.string().nullable(),
  /** First day of work in the profession; annual leave counts from it. */
  work_start_date: z.string().nullable(),
  created_at: z.string(),
  version: z.number(),
  can: z.object({
    edit: z.boolean(),
    /** Phone and e-mail. The e-mail leads to the account, so it needs the same right as the password. Own ones change in the profile. */
    contact: z.boolean(),
    roles: z.boolean(),
    disable: z.boolean(),
    restore: z.boolean(),
    handOver: z.boolean(),
    del: z.boolean(),
    resetPwd: z.boolean(),
  }),
});
export type StaffRow = z.output<typeof staffRow>;
/** A row before the server cuts it for its reader. */
export type UncutStaffRow = z.input<typeof staffRow>;

/** Staff in the caller's range. Without `status`, everyone who has not left. `word` searches name, pinyin, initials, account, and phone for readers of contact data. */
export const userIndex = endpoint({
  method: 'GET',
  path: '/apis/user/index',
  access: SEES_PEOPLE,
  input: z.strictObject({
    ...paging,
    word: optionalText(50),
    /** Includes everything below it. */
    department_id: blank(ref('department').optional()),
    status: blank(z.enum(STAFF_STATUS).optional()),
  }),
  output: pageOf(staffRow),
});

export const phone = blank(z.string().max(11, 'validation.phone').refine(isMobile, 'validation.phone').optional());
export const email = blank(z.string().max(254, 'validation.tooLong').refine(isEmail, 'validation.email').optional());

/**
 * Facts of an employment. `employee_no` is unique in the enterprise when it is given (1018), `formal_date` is not before
 * `entry_date` (1001).
 */
export const employment = {
  employee_no: optionalText(LIMITS.employeeNoMax),
  entry_date: blank(day().optional()),
  formal_date: blank(day().optional()),
  work_start_date: blank(day().optional()),
};

/**
 * Creates an account and its person. `password` is encrypted as for sign-in, with the key `kid`. Without it the server
 * generates one, returns it once in `password`, and demands a change at the first sign-in.
 */
export const userAdd = endpoint({
  method: 'POST',
  path: '/apis/user/add',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({
    account: newAccount(),
    name: text(LIMITS.accountMax),
    phone,
    email,
    sex: blank(z.enum(['male', 'female']).optional()),
    ...employment,
    department_id: ref('department', 'choose'),
    position_id: blank(ref('position', 'choose').optional()),
    profession_id: blank(ref('profession', 'choose').optional()),
    leader_id: blank(ref('user', 'choose').optional()),
    company_id: blank(ref('company', 'choose').optional()),
    position_title_id: blank(ref('position_title', 'choose').optional()),
    role_ids: list(ref('role', 'give'), 20).default([]),
    password: blank(secret(2000).optional()),
    kid: optionalText(64),
  }),
  output: z.object({ id: z.number(), password: z.string().nullable() }),
});

/** Departments with their people, for pickers. Invited partners get the people of their projects and no departments. */
export const userTree = endpoint({
  method: 'GET',
  path: '/apis/user/tree',
  access: 'signed-in',
  input: nothing,
  output: z.object({
    departments: z.array(
      z.object({ id: z.number(), parent_id: z.number().nullable(), name: z.string(), level: z.number() }),
    ),
    people: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        thumb: z.string(),
        pinyin: z.string(),
        initials: z.string(),
        department_id: z.number().nullable(),
        position_name: z.string(),
        profession_id: z.number().nullable(),
      }),
    ),
  }),
});

/** Disables a person and ends all sessions at once. Refused for the caller and for the last superAdmin. */
export const userDisable = endpoint({
  method: 'POST',
  path: '/apis/user/disable',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'administer'), version: version() }),
  output: done,
});

/**
 * Restores sign-in for a disabled person or a former employee. A former employee returns to the previous department
 * and counts against the limit (1010).
 */
export const userRestore = endpoint({
  method: 'POST',
  path: '/apis/user/restore',
  access: ADMINISTERS_PEOPLE,
  input: z.strictObject({ id: ref('user', 'administer'), version: version() }),
  output: done,
});
