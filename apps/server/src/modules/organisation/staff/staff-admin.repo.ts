import { sql, type Kysely } from 'kysely';
import { LIMITS } from '@prdm/contract/limits';
import { countWithin, pageWithin, type Condition } from '../../../platform/range/within-range.ts';
import { swapRow } from '../../../platform/statements/swap.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import type { PersonRecord } from './records/records.repo.ts';

export interface WorkingFilter {
  readonly roleIds?: readonly number[];
  readonly positionId?: number;
  readonly account?: string;
  /** The people in the reader's range (`staffWithin`). */
  readonly within: readonly Condition[];
}

/** A record with the words that the search finds it by. */
export interface StaffRecord extends PersonRecord {
  readonly pinyin: string;
  readonly initials: string;
}

/** Writes of administrators to staff records, and the settings and figures of the enterprise. */
export const staffAdminRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => {
  const written = () =>
    db
      .updateTable('staff')
      .set({ version: sql`version + 1`, updated_at: sql`now()` })
      .where('enterprise_id', '=', enterpriseId);
  const atWork = (input: WorkingFilter, condition: Condition) =>
    db
      .selectFrom('staff as s')
      .where('s.enterprise_id', '=', enterpriseId)
      .where(condition)
      .where('s.status', '=', 'active')
      .$if(input.positionId !== undefined, (query) => query.where('s.position_id', '=', input.positionId ?? 0))
      .$if(input.account !== undefined, (query) =>
        query.where(sql<boolean>`lower(s.account) = lower(${input.account ?? ''})`),
      )
      .$if(input.roleIds !== undefined, (query) =>
        query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('role_holder as h')
              .select('h.user_id')
              .whereRef('h.enterprise_id', '=', 's.enterprise_id')
              .whereRef('h.user_id', '=', 's.user_id')
              .where('h.role_id', '=', sql<number>`any(${[...(input.roleIds ?? [])]})`),
          ),
        ),
      );
  return {
    record: (userId: number) =>
      db
        .selectFrom('staff')
        .select(['name', 'phone', 'email', 'sex', 'employee_no', 'entry_date', 'status'])
        .select(['formal_date', 'work_start_date'])
        .select(['department_id', 'position_id', 'profession_id', 'leader_id', 'company_id', 'position_title_id'])
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', userId)
        .executeTakeFirst(),

    /** Locks the record until the transaction ends, and returns its version. null when it does not exist. */
    async lockVersion(userId: number): Promise<number | null> {
      const row = await db
        .selectFrom('staff')
        .select('version')
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst();
      return row?.version ?? null;
    },

    async write(userId: number, version: number, record: StaffRecord): Promise<boolean> {
      return swapRow(
        written()
          .set(record)
          .where('user_id', '=', userId)
          .where('version', '=', version)
          .where('status', '<>', 'former'),
      );
    },

    /** Increases the version of an active user's record for a change in another table. Returns false for a stale version. */
    async touch(userId: number, version: number): Promise<boolean> {
      return swapRow(
        written().where('user_id', '=', userId).where('version', '=', version).where('status', '=', 'active'),
      );
    },

    /** Assigns the value to users who have not left. Returns the changed ones, each with the former value. */
    async assign(
      userIds: readonly number[],
      column: 'position_id' | 'profession_id',
      id: number,
    ): Promise<{ user_id: number; name: string; before: number | null }[]> {
      const changed = await db
        .selectFrom('staff')
        .select(['user_id', 'name', sql<number | null>`${sql.ref(column)}`.as('before')])
        .where('enterprise_id', '=', enterpriseId)
        .where('user_id', '=', sql<number>`any(${userIds as number[]})`)
        .where('status', '<>', 'former')
        .where(sql<boolean>`${sql.ref(column)} is distinct from ${id}`)
        .orderBy('user_id')
        .forUpdate()
        .execute();
      const ids = changed.map((row) => row.user_id);
      if (ids.length > 0)
        await written()
          .set({ [column]: id })
          .where('user_id', '=', sql<number>`any(${ids})`)
          .execute();
      return changed;
    },

    async place(userId: number, departmentId: number | null): Promise<void> {
      await written().set({ department_id: departmentId }).where('user_id', '=', userId).execute();
    },

    /**
     * Stores the order of these users. Users who were never sorted come first. The order belongs to the list, so the record's version
     * stays.
     */
    async sort(userIds: readonly number[]): Promise<void> {
      await sql`update staff set sort = place.n from unnest(${userIds as number[]}::bigint[]) with ordinality as place(user_id, n)
        where staff.enterprise_id = ${enterpriseId} and staff.user_id = place.user_id`.execute(db);
    },

    /** Active staff with the given role and position, the first LIMITS.unpagedMax. */
    async working(input: WorkingFilter): Promise<number[]> {
      const query = (condition: Condition) =>
        atWork(input, condition).select(['s.user_id', 's.sort']).orderBy('s.sort').orderBy('s.user_id');
      const rows = await pageWithin(
        db,
        input.within,
        { query, order: sql`sort, user_id` },
        { offset: 0, limit: LIMITS.unpagedMax },
      );
      return rows.map((row) => row.user_id);
    },

    /** At most LIMITS.countCap + 1. */
    countWorking: (input: WorkingFilter): Promise<number> =>
      countWithin(db, input.within, (condition) => atWork(input, condition)),

    /** With a version, writes only if it is the present one. Returns false for a stale version. */
    async writeSettings(
      settings: { password_length_min: number; password_length_max: number; accept_default_key: boolean },
      version: number | undefined,
    ): Promise<boolean> {
      return swapRow(
        db
          .updateTable('enterprise')
          .set({
            ...settings,
            version: sql`version + 1`,
          })
          .where('id', '=', enterpriseId)
          .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0)),
      );
    },
  };
};
