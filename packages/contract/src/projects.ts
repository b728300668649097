import { z } from 'zod';
import { DATUMS } from './map/places.ts';
import { blank, done, flag, list, optionalText, pageOf, paging, someOf, version } from './kit/fields.ts';
import { endpoint, ref, type Bare } from './kit.ts';
import { editedSheet, inOrder, ORDER, sheet } from './projects/sheet.ts';
import { NON_PROJECT_STATUS, PROJECT_STATUS, STAFF_STATUS } from './status.ts';

export { AREA_UNITS, isBimLargerThanBuilt, type AreaUnit } from './projects/areas.ts';
export { BIM_AREA_UNITS, HEIGHT_UNITS, LABELS_MAX, SECRET_LEVELS, SHEET_PEOPLE } from './projects/sheet.ts';

/** The caller's rights in a project. The server computes them, so that no screen does. */
export const PROJECT_RIGHTS = ['edit', 'member', 'archive', 'unarchive', 'transfer'] as const;
export type ProjectRight = (typeof PROJECT_RIGHTS)[number];

/** Translation keys of warnings about allowed but unusual values. */
const warnings = z.array(z.string());
const saved = z.object({ id: z.number(), item_number: z.string(), version: z.number(), warnings });

/** Creates a project. An empty item number is assigned as {year}-{serial}. The manager becomes the first member. */
export const add = endpoint({
  method: 'POST',
  path: '/apis/project/add',
  access: { scope: 'enterprise', anyOf: ['Project-add'] },
  input: z
    .strictObject({
      ...sheet,
      manager_id: ref('user'),
      /** The folders of the new project. Left out: the default template of its type, or the standard folders. */
      folder_template_id: blank(ref('folder_template', 'choose').optional()),
    })
    .refine(inOrder, ORDER),
  output: saved,
});
export type ProjectSheet = Omit<Bare<z.output<typeof add.input>>, 'manager_id' | 'folder_template_id'>;

/** Writes the whole sheet. A missing or empty field is cleared, except the item number, which stays. */
export const edit = endpoint({
  method: 'POST',
  path: '/apis/project/edit',
  access: 'signed-in',
  input: z
    .strictObject({ project_id: ref('project', 'edit'), version: version(), ...editedSheet })
    .refine(inOrder, ORDER),
  output: saved,
});

const rights = z.object({
  edit: z.boolean(),
  member: z.boolean(),
  archive: z.boolean(),
  unarchive: z.boolean(),
  transfer: z.boolean(),
});

const heldRole = z.object({ id: z.number(), key: z.string().nullable(), name: z.string() });

const row = z.object({
  id: z.number(),
  name: z.string(),
  short_name: z.string(),
  /** The address of the cover, or ''. */
  thumb: z.string(),
  item_number: z.string(),
  status: z.enum(PROJECT_STATUS),
  manager_id: z.number(),
  manager_name: z.string(),
  manager_thumb: z.string(),
  type_id: z.number(),
  type_name: z.string(),
  type_code: z.string().nullable(),
  stage_id: z.number(),
  stage_name: z.string(),
  stage_code: z.string().nullable(),
  department_id: z.number().nullable(),
  department_name: z.string(),
  member_count: z.number(),
  my_roles: z.array(heldRole),
  construction_end: z.string().nullable(),
  created_at: z.string(),
  archived_at: z.string().nullable(),
  archived_by: z.number().nullable(),
  archived_by_name: z.string(),
  version: z.number(),
  can: rights,
});
export type ProjectListRow = z.output<typeof row>;

/**
 * Orders of the project list. `deadline` is the end of construction, with projects without one last. `archived` is the
 * day of archiving.
 */
export const PROJECT_SORTS = ['created', 'name', 'number', 'deadline', 'archived'] as const;
export type ProjectSort = (typeof PROJECT_SORTS)[number];

/**
 * The projects that the caller may see: the caller's memberships, or all for leader and superAdmin. Newest first by
 * default.
 */
export const index = endpoint({
  method: 'GET',
  path: '/apis/project/index',
  access: 'signed-in',
  archived: 'allowed',
  input: z.strictObject({
    ...paging,
    state: z.enum(PROJECT_STATUS).default('ongoing'),
    word: optionalText(50),
    type_id: blank(ref('project_type').optional()),
    stage_id: blank(ref('stage').optional()),
    /** Includes everything below it. */
    department_id: blank(ref('department').optional()),
    /** Only projects of which the caller is a member. It narrows the list and grants nothing. */
    mine: blank(flag().optional()),
    sort: z.enum(PROJECT_SORTS).default('created'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: pageOf(row),
});

const named = z.object({ id: z.number(), name: z.string() });

/**
 * The sheet of a project. A non-project answers too, with `is_project` false and without the values that only a project has.
 * Pages inside a project ask it, because their addresses do not say which of both an id is.
 */
export const info = endpoint({
  method: 'GET',
  path: '/apis/project/info',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ project_id: ref('project') }),
  output: row.extend({
    is_project: z.boolean(),
    status: z.enum([...PROJECT_STATUS, ...NON_PROJECT_STATUS]),
    type_id: z.number().nullable(),
    stage_id: z.number().nullable(),
    contract_number: z.string(),
    client: z.string(),
    client_contact: z.string(),
    service_contents: z.array(named),
    /** An old text of services that was too long for entries, or ''. */
    service_note: z.string(),
    labels: z.array(named.extend({ colour: z.string().nullable() })),
    structure_type: named.nullable(),
    site: z.string(),
    address: z.string(),
    /** Codes of the area lists with their names in the reader's language. A typed place is its own name. */
    country: z.string(),
    country_name: z.string(),
    province: z.string(),
    province_name: z.string(),
    city: z.string(),
    city_name: z.string(),
    location: z.string(),
    /** The system of coordinates of the location; '' counts as gcj02. */
    datum: z.enum(['', ...DATUMS]),
    grade: named.nullable(),
    industry: named.nullable(),
    secret_level: z.string(),
    task_type: named.nullable(),
    construction_start: z.string().nullable(),
    land_area: z.number().nullable(),
    land_area_unit: z.string().nullable(),
    build_area: z.number().nullable(),
    build_area_unit: z.string().nullable(),
    bim_area: z.number().nullable(),
    bim_area_unit: z.string().nullable(),
    height: z.number().nullable(),
    height_unit: z.string().nullable(),
    floors_above: z.number().nullable(),
    floors_below: z.number().nullable(),
    total_hours: z.number().nullable(),
    professions: z.array(named),
    director: named.nullable(),
    equipment_director: named.nullable(),
    leading_manager: named.nullable(),
    business_manager: named.nullable(),
    created_by: z.number(),
    created_by_name: z.string(),
    updated_at: z.string(),
  }),
});
export type ProjectInfo = z.output<typeof info.output>;

const roleInProject = heldRole.extend({ profession_id: z.number().nullable(), profession_name: z.string() });

const member = z.object({
  user_id: z.number(),
  name: z.string(),
  thumb: z.string(),
  account: z.string(),
  department_name: z.string(),
  position_name: z.string(),
  status: z.enum(STAFF_STATUS),
  is_manager: z.boolean(),
  roles: z.array(roleInProject),
  joined_at: z.string(),
  /** The partner firm of an invited person, '' for a colleague. */
  firm: z.string(),
  /** The last day of the membership. */
  ends_on: z.string().nullable(),
  version: z.number(),
});
export type ProjectMember = z.output<typeof member>;

/**
 * The members of a project in the order of joining: not paged, at most LIMITS.unpagedMax people. `total` counts all.
 */
export const members = endpoint({
  method: 'GET',
  path: '/apis/project/members',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project') }),
  output: z.object({ list: z.array(member), total: z.number() }),
});

/** The number of project members by project role and by profession. */
export const overview = endpoint({
  method: 'GET',
  path: '/apis/project/overview',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ project_id: ref('project') }),
  output: z.object({
    id: z.number(),
    name: z.string(),
    status: z.enum(PROJECT_STATUS),
    stage_id: z.number(),
    stages: z.array(z.object({ id: z.number(), code: z.string().nullable(), name: z.string(), current: z.boolean() })),
    member_count: z.number(),
    by_role: z.array(heldRole.extend({ members: z.number() })),
    by_profession: z.array(named.extend({ code: z.string().nullable(), members: z.number(), leaders: z.array(named) })),
    created_at: z.string(),
    construction_start: z.string().nullable(),
    construction_end: z.string().nullable(),
    total_hours: z.number().nullable(),
    can: rights,
  }),
});

/** The project roles of the enterprise, for the picker of members. */
export const roles = endpoint({
  method: 'GET',
  path: '/apis/project/roles',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({ list: z.array(heldRole), total: z.number() }),
});

/**
 * Archives a project. While other areas report open work, it is refused with 1008 and `data.open` = [{kind, count}].
 * `confirmed` confirms that the user has seen the list. Everything inside then answers 443.
 */
export const archive = endpoint({
  method: 'POST',
  path: '/apis/project/archive',
  access: 'signed-in',
  input: z.strictObject({
    project_id: ref('project', 'archive'),
    version: version(),
    confirmed: flag().default(false),
  }),
  output: done,
});

/**
 * Undoes the archiving. Allowed for an administrator, and for the project's manager who archived it. The quota does
 * not count again.
 */
export const unarchive = endpoint({
  method: 'POST',
  path: '/apis/project/unarchive',
  access: 'signed-in',
  archived: 'allowed',
  input: z.strictObject({ project_id: ref('project', 'unarchive'), version: version() }),
  output: done,
});

/** Makes another member the manager. The old manager stays a member and loses the manager's role. */
export const transferManager = endpoint({
  method: 'POST',
  path: '/apis/project/transferManager',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project', 'transfer'), manager_id: ref('user'), version: version() }),
  output: z.object({ warnings }),
});

const rolesOfOne = 20;

/** Adds members, each with the same roles. A role without a profession counts in every profession. */
export const memberAdd = endpoint({
  method: 'POST',
  path: '/apis/project/memberAdd',
  access: 'signed-in',
  input: z.strictObject({
    project_id: ref('project', 'member'),
    user_ids: someOf(ref('user'), 100),
    role_ids: list(ref('role'), rolesOfOne).default([]),
    profession_id: blank(ref('profession', 'choose').optional()),
  }),
  output: done,
});

/** Removes a member. The manager cannot be removed. */
export const memberDel = endpoint({
  method: 'POST',
  path: '/apis/project/memberDel',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project', 'member'), user_id: ref('user', 'any') }),
  output: done,
});

/** Replaces a member's roles in the project. `version` is the member's. */
export const memberRole = endpoint({
  method: 'POST',
  path: '/apis/project/memberRole',
  access: 'signed-in',
  input: z.strictObject({
    project_id: ref('project', 'member'),
    user_id: ref('user', 'any'),
    roles: list(
      z.strictObject({ role_id: ref('role'), profession_id: blank(ref('profession', 'choose').optional()) }),
      rolesOfOne,
    ).default([]),
    version: version(),
  }),
  output: done,
});
