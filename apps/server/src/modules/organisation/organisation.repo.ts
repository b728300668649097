import { sql, type InferResult, type Kysely } from 'kysely';
import { searchWords } from '../../platform/names/search-words.ts';
import type { DB } from '../../platform/db-types.ts';
import { inParts } from '../../platform/statements/in-parts.ts';
import { SORT_GAP } from '../../platform/entity/sort.ts';
import { prepared, type Value } from '../../platform/prepared.ts';
import { placeOfStaff } from './place.repo.ts';

export type OrganisationTables = Pick<
  DB,
  | 'enterprise'
  | 'department'
  | 'position'
  | 'position_template'
  | 'user_group'
  | 'user_group_person'
  | 'user_group_department'
  | 'staff'
  | 'role'
  | 'role_holder'
  | 'name_cache'
>;

export interface RoleSeed {
  key: string | null;
  name: string;
  kind: 'admin' | 'project' | 'personnel';
  access: readonly string[];
  view_range: string;
  content_access: readonly string[];
  /** Levels of amounts by module. */
  module_permission: Readonly<Record<string, number>>;
  sort: number;
}

/** All enterprises. Only the program itself reads them, at its start and in its timers. */
export const enterprisesRepo = (db: Kysely<OrganisationTables>) => ({
  /** Enabled enterprises, without those of system administrators. */
  async ids(): Promise<number[]> {
    const rows = await db
      .selectFrom('enterprise')
      .select('id')
      .where('is_system', '=', false)
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  },
  /** Whether the installation has an enterprise, enabled or not. Those of system administrators do not count. */
  async any(): Promise<boolean> {
    const row = await db
      .selectFrom('enterprise')
      .select('id')
      .where('is_system', '=', false)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
  /** Active people with this address, in the order of their accounts; at most 20. */
  accountsOfEmail: (email: string) =>
    db
      .selectFrom('staff as s')
      .innerJoin('enterprise as e', 'e.id', 's.enterprise_id')
      .select([
        's.enterprise_id as enterpriseId',
        's.user_id as userId',
        's.account',
        's.email',
        sql<string>`coalesce(nullif(e.short_name, ''), e.name)`.as('enterpriseName'),
        'e.title as enterpriseTitle',
      ])
      .where(sql<string>`lower(s.email)`, '=', email.toLowerCase())
      .where('s.email', '<>', '')
      .where('s.status', '=', 'active')
      .orderBy('s.account')
      .limit(20)
      .execute(),
  /** The only enterprise of the installation. undefined when there are several. Those of system administrators do not count. */
  async only() {
    const [one, another] = await db
      .selectFrom('enterprise')
      .select(['phone', 'email', 'title', 'logo'])
      .where('is_system', '=', false)
      .limit(2)
      .execute();
    return another === undefined ? one : undefined;
  },
  async add(row: { name: string; short_name: string; is_system?: boolean }): Promise<number> {
    const { id } = await db.insertInto('enterprise').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  },
});

/** An enterprise role as the row of its holder has it. */
export interface RoleOfPerson {
  readonly id: number;
  readonly key: string | null;
  readonly name: string;
  readonly access: readonly string[];
  readonly view_range: string;
  readonly content_access: readonly string[];
  readonly module_permission: Readonly<Record<string, unknown>>;
}

/** Users with the enterprise roles held, the place in the organisation and the edition of the directory. */
const peopleIn = (db: Kysely<OrganisationTables>, enterpriseId: Value<number>) =>
  db
    .selectFrom('staff as s')
    .innerJoin('enterprise as e', 'e.id', 's.enterprise_id')
    .select((eb) => [
      's.user_id',
      's.name',
      's.type',
      's.position_id',
      's.department_id',
      's.status',
      sql<RoleOfPerson[]>`coalesce(${eb
        .selectFrom('role_holder as h')
        .innerJoin('role as r', (join) =>
          join.onRef('r.enterprise_id', '=', 'h.enterprise_id').onRef('r.id', '=', 'h.role_id'),
        )
        .select(
          sql`json_agg(json_build_object('id', r.id, 'key', r.key, 'name', r.name, 'access', r.access,
            'view_range', r.view_range, 'content_access', r.content_access, 'module_permission', r.module_permission) order by r.sort, r.id)`.as(
            'roles',
          ),
        )
        .whereRef('h.enterprise_id', '=', 's.enterprise_id')
        .whereRef('h.user_id', '=', 's.user_id')
        .where('r.deleted_at', 'is', null)}, '[]'::json)`.as('roles'),
      eb
        .selectFrom('name_cache as d')
        .select('d.edition')
        .whereRef('d.enterprise_id', '=', 's.enterprise_id')
        .as('edition'),
      eb.ref('e.is_system').as('is_system'),
      sql<boolean>`e.disabled_at is null`.as('is_open'),
      placeOfStaff.as('place'),
    ])
    .where('s.enterprise_id', '=', enterpriseId);

/** One user. The ids may be columns of an outer statement. */
export const personAt = (db: Kysely<OrganisationTables>, enterpriseId: Value<number>, userId: Value<number>) =>
  peopleIn(db, enterpriseId).where('s.user_id', '=', userId);
export type PersonRow = InferResult<ReturnType<typeof personAt>>[number];

const personWithRoles = prepared(
  'person_with_roles',
  (db: Kysely<OrganisationTables>, enterpriseId: number, userId: number) => personAt(db, enterpriseId, userId),
);

const peopleWithRoles = prepared(
  'people_with_roles',
  (db: Kysely<OrganisationTables>, enterpriseId: number, ids: readonly number[]) =>
    peopleIn(db, enterpriseId).where('s.user_id', '=', sql<number>`any(${ids as number[]})`),
);

/** Roles by id, without removed ones. The enterprise and the ids may be columns of an outer statement. */
export const rolesAt = (db: Kysely<OrganisationTables>, enterpriseId: Value<number>, ids: Value<readonly number[]>) =>
  db
    .selectFrom('role')
    .select(['id', 'key', 'name', 'kind', 'access', 'view_range', 'content_access', 'module_permission'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', sql<number>`any(${ids})`)
    .where('deleted_at', 'is', null);
export type StoredRole = InferResult<ReturnType<typeof rolesAt>>[number];

const rolesByIds = prepared(
  'roles_by_ids',
  (db: Kysely<OrganisationTables>, enterpriseId: number, ids: readonly number[]) => rolesAt(db, enterpriseId, ids),
);

/** The columns of a role. */
export const ROLE_COLUMNS = [
  'id',
  'key',
  'name',
  'kind',
  'access',
  'view_range',
  'content_access',
  'data_board_access',
  'module_permission',
  'is_system',
  'sort',
  'version',
] as const;

export interface StaffToAdd {
  readonly userId: number;
  readonly account: string;
  readonly name: string;
  readonly departmentId?: number;
  readonly positionId?: number;
  readonly professionId?: number;
  readonly leaderId?: number;
  readonly companyId?: number;
  readonly positionTitleId?: number;
  readonly phone?: string;
  readonly email?: string;
  readonly type?: 'person' | 'partner';
  readonly sex?: string;
  readonly employeeNo?: string;
  readonly entryDate?: string;
  readonly formalDate?: string;
  readonly workStartDate?: string;
  readonly createdBy?: number | null;
}

export const organisationRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => ({
  enterprise: () =>
    db
      .selectFrom('enterprise')
      .select([
        'id',
        'name',
        'short_name',
        'member_limit',
        'project_limit',
        'password_length_min',
        'password_length_max',
        'accept_default_key',
        'default_lang',
      ])
      .where('id', '=', enterpriseId)
      .executeTakeFirstOrThrow(),

  /** Locks the row of the enterprise, so that checks against a member or project limit run one after the other. */
  lockEnterprise: () =>
    db
      .selectFrom('enterprise')
      .select(['member_limit', 'project_limit'])
      .where('id', '=', enterpriseId)
      // FOR NO KEY UPDATE: inserts that reference the enterprise need not wait, for example a sign-in that holds its account lock.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(),

  limits: () =>
    db
      .selectFrom('enterprise')
      .select(['member_limit', 'project_limit'])
      .where('id', '=', enterpriseId)
      .executeTakeFirstOrThrow(),

  person: async (userId: number) => (await personWithRoles(db, enterpriseId, userId))[0],
  people: (ids: readonly number[]) => peopleWithRoles(db, enterpriseId, ids),

  roles: () =>
    db
      .selectFrom('role')
      .select(ROLE_COLUMNS)
      .where('enterprise_id', '=', enterpriseId)
      .where('deleted_at', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .limit(1000)
      .execute(),

  rolesByIds: (ids: readonly number[]) => rolesByIds(db, enterpriseId, ids),

  async addRole(role: RoleSeed, isSystem: boolean): Promise<number> {
    const { id } = await db
      .insertInto('role')
      .values({
        ...role,
        access: [...role.access],
        content_access: [...role.content_access],
        module_permission: JSON.stringify(role.module_permission),
        is_system: isSystem,
        enterprise_id: enterpriseId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  giveRoles(userId: number, roleIds: readonly number[]): Promise<void> {
    return this.giveRolesTo([{ userId, roleIds }]);
  },

  async giveRolesTo(
    people: readonly { readonly userId: number; readonly roleIds: readonly number[] }[],
  ): Promise<void> {
    const rows = people.flatMap(({ userId, roleIds }) =>
      roleIds.map((role_id) => ({ enterprise_id: enterpriseId, user_id: userId, role_id })),
    );
    for (const some of inParts(rows))
      await db
        .insertInto('role_holder')
        .values(some)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  },

  async takeRoles(userId: number, roleIds: readonly number[]): Promise<void> {
    if (roleIds.length === 0) return;
    await db
      .deleteFrom('role_holder')
      .where('enterprise_id', '=', enterpriseId)
      .where('user_id', '=', userId)
      .where('role_id', 'in', [...roleIds])
      .execute();
  },

  async addStaff(people: readonly StaffToAdd[]): Promise<void> {
    const rows = people.map((person) => ({
      enterprise_id: enterpriseId,
      user_id: person.userId,
      account: person.account,
      name: person.name,
      ...searchWords(person.name),
      phone: person.phone ?? '',
      email: person.email ?? '',
      type: person.type ?? 'person',
      department_id: person.departmentId ?? null,
      position_id: person.positionId ?? null,
      profession_id: person.professionId ?? null,
      leader_id: person.leaderId ?? null,
      company_id: person.companyId ?? null,
      position_title_id: person.positionTitleId ?? null,
      sex: person.sex ?? '',
      employee_no: person.employeeNo ?? '',
      entry_date: person.entryDate ?? null,
      formal_date: person.formalDate ?? null,
      work_start_date: person.workStartDate ?? null,
      created_by: person.createdBy ?? null,
    }));
    for (const some of inParts(rows)) await db.insertInto('staff').values(some).execute();
  },

  /** Positions of a new enterprise, each set up from a common position of its name. */
  async addPositions(names: readonly string[]): Promise<number[]> {
    const rows = names.map((name, index) => ({ enterprise_id: enterpriseId, name, sort: (index + 1) * SORT_GAP }));
    const templates = await db.insertInto('position_template').values(rows).returning('id').execute();
    const made = await db
      .insertInto('position')
      .values(rows.map((row, index) => ({ ...row, position_template_id: templates[index]?.id ?? null })))
      .returning('id')
      .execute();
    return made.map(({ id }) => id);
  },
});
