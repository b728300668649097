import { sql, type Kysely } from 'kysely';
import type { DayType } from '@prdm/contract/config/working-days';
import type { DB } from '../../../platform/db-types.ts';
import { DEFAULT_WEEK, type DayRule } from './calendar.ts';

export type WorkingDaysTables = Pick<DB, 'working_calendar' | 'working_day'>;

export interface CalendarRow {
  readonly workdays: readonly number[];
  readonly version: number;
}

/** An enterprise without a row has the default week. */
const UNCHANGED: CalendarRow = { workdays: DEFAULT_WEEK, version: 1 };

export const workingDaysRepo = (db: Kysely<WorkingDaysTables>, enterpriseId: number) => ({
  async calendar(): Promise<CalendarRow> {
    const row = await db
      .selectFrom('working_calendar')
      .select(['workdays', 'version'])
      .where('enterprise_id', '=', enterpriseId)
      .executeTakeFirst();
    return row ?? UNCHANGED;
  },

  /** Locks the calendar, so that its writers run one after the other. */
  async locked(): Promise<CalendarRow> {
    await db
      .insertInto('working_calendar')
      .values({ enterprise_id: enterpriseId })
      .onConflict((conflict) => conflict.column('enterprise_id').doNothing())
      .execute();
    return db
      .selectFrom('working_calendar')
      .select(['workdays', 'version'])
      .where('enterprise_id', '=', enterpriseId)
      .forUpdate()
      .executeTakeFirstOrThrow();
  },

  /** The exceptions of the enterprise. The years of the calendar limit their number. */
  async exceptions(): Promise<Map<string, DayRule>> {
    const rows = await db
      .selectFrom('working_day')
      .select(['day', 'kind', 'name'])
      .where('enterprise_id', '=', enterpriseId)
      .orderBy('day')
      .execute();
    return new Map(rows.map(({ day, kind, name }) => [day, { type: kind as DayType, name }]));
  },

  async put(userId: number | null, days: readonly (DayRule & { day: string })[]): Promise<void> {
    if (days.length === 0) return;
    await db
      .insertInto('working_day')
      .values(
        days.map(({ day, type, name }) => ({ enterprise_id: enterpriseId, day, kind: type, name, updated_by: userId })),
      )
      .onConflict((conflict) =>
        conflict.columns(['enterprise_id', 'day']).doUpdateSet((eb) => ({
          kind: eb.ref('excluded.kind'),
          name: eb.ref('excluded.name'),
          updated_by: userId,
          updated_at: sql`now()`,
        })),
      )
      .execute();
  },

  async remove(days: readonly string[]): Promise<void> {
    if (days.length === 0) return;
    await db
      .deleteFrom('working_day')
      .where('enterprise_id', '=', enterpriseId)
      .where('day', '=', sql<string>`any(${days as string[]}::date[])`)
      .execute();
  },

  /** Raises the version of the locked calendar and returns it. */
  async raise(userId: number | null, workdays?: readonly number[]): Promise<number> {
    const { version } = await db
      .updateTable('working_calendar')
      .set({
        version: sql`version + 1`,
        updated_by: userId,
        updated_at: sql`now()`,
        ...(workdays ? { workdays: [...workdays] } : {}),
      })
      .where('enterprise_id', '=', enterpriseId)
      .returning('version')
      .executeTakeFirstOrThrow();
    return version;
  },
});
