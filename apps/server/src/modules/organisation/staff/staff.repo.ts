import { sql, type Kysely, type SqlBool } from 'kysely';
import type { ContentKey } from '@prdm/contract/kit/content';
import type { RoleKey } from '@prdm/contract/nodes';
import type { StaffStatus } from '@prdm/contract/status';
import { prepared } from '../../../platform/prepared.ts';
import { countWithin, pageWithin, type Condition } from '../../../platform/range/within-range.ts';
import { containsWord, holdsPart, partsOf } from '../../../platform/statements/word-search.ts';
import { swapRow } from '../../../platform/statements/swap.ts';
import type { OrganisationTables } from '../organisation.repo.ts';

export interface StaffFilter {
  readonly word?: string;
  /** Whether the word may match a phone number. Otherwise a reader could guess the number of a colleague. */
  readonly byPhone?: boolean;
  readonly departmentIds?: readonly number[];
  readonly statuses: readonly StaffStatus[];
  /** The people in the reader's range (`staffWithin`). */
  readonly within: readonly Condition[];
}

/** Must equal the expression of the index staff_words. */
export const STAFF_WORDS = sql<string>`s.name || ' ' || s.pinyin || ' ' || s.initials || ' ' || s.phone || ' ' || s.account`;

const staffByIds = prepared(
  'staff_by_ids',
  (db: Kysely<OrganisationTables>, enterpriseId: number, ids: readonly number[]) =>
    db
      .selectFrom('staff as s')
      .select([
        's.user_id',
        's.name',
        's.type',
        's.status',
        's.department_id',
        's.company_id',
        's.position_id',
        's.version',
      ])
      .where('s.enterprise_id', '=', enterpriseId)
      .where('s.user_id', '=', sql<number>`any(${ids as number[]})`),
);

/** The same words without the phone number, for readers who may not see it. They have no index of their own. */
export const STAFF_WORDS_WITHOUT_PHONE = sql<string>`s.name || ' ' || s.pinyin || ' ' || s.initials || ' ' || s.account`;

/** Columns of a user in lists. */
const ROW = [
  's.user_id',
  's.account',
  's.name',
  's.phone',
  's.email',
  's.sex',
  's.employee_no',
  's.type',
  's.status',
  's.department_id',
  's.company_id',
  's.position_id',
  's.profession_id',
  's.leader_id',
  's.position_title_id',
  's.sort',
  's.entry_date',
  's.formal_date',
  's.work_start_date',
  's.created_at',
  's.version',
] as const;

export const staffRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => {
  const filtered = (filter: StaffFilter, condition: Condition) => {
    const found = containsWord(STAFF_WORDS, filter.word);
    const visible = filter.byPhone === true ? [] : partsOf(filter.word ?? '');
    return db
      .selectFrom('staff as s')
      .where('s.enterprise_id', '=', enterpriseId)
      .where('s.status', 'in', [...filter.statuses])
      .where(condition)
      .$if(found !== null, (query) => query.where(found ?? sql<SqlBool>`true`))
      .$if(visible.length > 0, (query) =>
        query.where((eb) => eb.and(visible.map((part) => holdsPart(STAFF_WORDS_WITHOUT_PHONE, part)))),
      )
      .$if(filter.departmentIds !== undefined, (query) =>
        query.where('s.department_id', '=', sql<number>`any(${[...(filter.departmentIds ?? [])]})`),
      );
  };

  return {
    /** Number of staff in each department itself, without former staff, as far as one of the conditions holds. */
    counts: (within: readonly Condition[]) =>
      db
        .selectFrom('staff as s')
        .select(['s.department_id', sql<number>`count(*)`.as('members')])
        .where('s.enterprise_id', '=', enterpriseId)
        .where('s.status', 'in', ['active', 'disabled'])
        .where('s.department_id', 'is not', null)
        .where((eb) => eb.or([...within]))
        .groupBy('s.department_id')
        .execute(),

    /** At most LIMITS.countCap + 1. */
    count: (filter: StaffFilter) => countWithin(db, filter.within, (condition) => filtered(filter, condition)),

    /** Without a cap, for the message of an export that would be too long. The conditions of a range exclude each other. */
    async countAll(filter: StaffFilter): Promise<number> {
      let total = 0;
      for (const condition of filter.within) {
        const row = await filtered(filter, condition)
          .select(sql<number>`count(*)`.as('n'))
          .executeTakeFirstOrThrow();
        total += Number(row.n);
      }
      return total;
    },

    page: (filter: StaffFilter, offset: number, limit: number) =>
      pageWithin(
        db,
        filter.within,
        {
          query: (condition) =>
            filtered(filter, condition).select(ROW).orderBy('s.status').orderBy('s.sort').orderBy('s.user_id'),
          order: sql`status, sort, user_id`,
        },
        { offset, limit },
      ),

    /** The same columns by id, in any state. */
    rows: (ids: readonly number[]) =>
      db
        .selectFrom('staff as s')
        .select(ROW)
        .where('s.enterprise_id', '=', enterpriseId)
        .where('s.user_id', '=', sql<number>`any(${ids as number[]})`)
        .orderBy('s.sort')
        .orderBy('s.user_id')
        .execute(),

    /** People by id in any state: old records still show the names. */
    byIds: (ids: readonly number[]) => staffByIds(db, enterpriseId, ids),

    /** All users that a picker offers, with the few columns it shows. */
    pickable: () =>
      db
        .selectFrom('staff as s')
        .select([
          's.user_id',
          's.name',
          's.pinyin',
          's.initials',
          's.department_id',
          's.position_id',
          's.profession_id',
        ])
        .where('s.enterprise_id', '=', enterpriseId)
        .where('s.status', '=', 'active')
        .orderBy('s.sort')
        .orderBy('s.user_id')
        .execute(),

    typeOf: async (userId: number): Promise<string | null> => {
      const row = await db
        .selectFrom('staff as s')
        .select('s.type')
        .where('s.enterprise_id', '=', enterpriseId)
        .where('s.user_id', '=', userId)
        .executeTakeFirst();
      return row?.type ?? null;
    },

    positionNames: (ids: readonly number[]) =>
      db
        .selectFrom('position')
        .select(['id', 'name'])
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .execute(),

    /** The enterprise roles of the given users. */
    rolesOf: (userIds: readonly number[]) =>
      db
        .selectFrom('role_holder as h')
        .innerJoin('role as r', (join) =>
          join.onRef('r.enterprise_id', '=', 'h.enterprise_id').onRef('r.id', '=', 'h.role_id'),
        )
        .select([
          'h.user_id',
          'r.id',
          'r.key',
          'r.name',
          'r.kind',
          'r.access',
          'r.view_range',
          'r.content_access',
          'r.module_permission',
        ])
        .where('h.enterprise_id', '=', enterpriseId)
        .where('h.user_id', '=', sql<number>`any(${userIds as number[]})`)
        .where('r.deleted_at', 'is', null)
        .orderBy('r.sort')
        .orderBy('r.id')
        .execute(),

    /** Counts the users against the member limit: active and disabled ones (decisions.md 5.4). */
    /** Ids of the people with this e-mail, in any state. */
    async ofEmail(email: string): Promise<number[]> {
      const rows = await db
        .selectFrom('staff')
        .select('user_id')
        .where('enterprise_id', '=', enterpriseId)
        .where(sql<string>`lower(email)`, '=', email.toLowerCase())
        .where('email', '<>', '')
        .execute();
      return rows.map(({ user_id: id }) => id);
    },

    async members(): Promise<number> {
      const { total } = await db
        .selectFrom('staff')
        .select(sql<number>`count(*)`.as('total'))
        .where('enterprise_id', '=', enterpriseId)
        .where('status', 'in', ['active', 'disabled'])
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Active users with one of these built-in roles. */
    /** Those of the people whose roles show this content of others. superAdmin is not added. */
    seersOf: async (content: ContentKey, userIds: readonly number[]): Promise<number[]> => {
      const rows = await db
        .selectFrom('role_holder as h')
        .innerJoin('role as r', (join) =>
          join.onRef('r.enterprise_id', '=', 'h.enterprise_id').onRef('r.id', '=', 'h.role_id'),
        )
        .select('h.user_id')
        .distinct()
        .where('h.enterprise_id', '=', enterpriseId)
        .where('h.user_id', '=', sql<number>`any(${userIds as number[]})`)
        .where('r.deleted_at', 'is', null)
        .where(sql<boolean>`${content} = any(r.content_access)`)
        .execute();
      return rows.map((row) => row.user_id);
    },

    activeHolders: async (...keys: RoleKey[]): Promise<number[]> => {
      const rows = await db
        .selectFrom('role_holder as h')
        .innerJoin('role as r', (join) =>
          join.onRef('r.enterprise_id', '=', 'h.enterprise_id').onRef('r.id', '=', 'h.role_id'),
        )
        .innerJoin('staff as s', (join) =>
          join.onRef('s.enterprise_id', '=', 'h.enterprise_id').onRef('s.user_id', '=', 'h.user_id'),
        )
        .select('h.user_id')
        .distinct()
        .where('h.enterprise_id', '=', enterpriseId)
        .where('r.key', 'in', keys)
        .where('s.status', '=', 'active')
        .execute();
      return rows.map((row) => row.user_id);
    },

    /** Changes the status only if the present status and the version are the given ones. */
    async setStatus(userId: number, version: number, from: StaffStatus, to: StaffStatus): Promise<boolean> {
      return swapRow(
        db
          .updateTable('staff')
          .set({ status: to, version: sql`version + 1`, updated_at: sql`now()` })
          .where('enterprise_id', '=', enterpriseId)
          .where('user_id', '=', userId)
          .where('status', '=', from)
          .where('version', '=', version),
      );
    },
  };
};
