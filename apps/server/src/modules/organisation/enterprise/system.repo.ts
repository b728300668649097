import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { countCapped } from '../../../platform/statements/count-capped.ts';
import { containing } from '../../../platform/statements/word-search.ts';
import type { OrganisationTables } from '../organisation.repo.ts';

export interface EnterpriseFilter {
  readonly word?: string | undefined;
  readonly state?: 'enabled' | 'disabled' | undefined;
}

const COLUMNS = [
  'id',
  'name',
  'short_name',
  'member_limit',
  'project_limit',
  'disabled_at',
  'disabled_reason',
  'created_at',
  'version',
] as const;

/** Enterprises as system administrators see them. Those of system administrators are none. */
export const systemRepo = (db: Kysely<OrganisationTables>) => {
  const matching =
    ({ word, state }: EnterpriseFilter) =>
    (eb: ExpressionBuilder<OrganisationTables, 'enterprise'>) =>
      eb.and([
        eb('is_system', '=', false),
        ...(word ? [eb.or([eb('name', 'ilike', containing(word)), eb('short_name', 'ilike', containing(word))])] : []),
        ...(state ? [eb('disabled_at', state === 'enabled' ? 'is' : 'is not', null)] : []),
      ]);
  return {
    byIds: (ids: readonly number[]) =>
      db
        .selectFrom('enterprise')
        .select(COLUMNS)
        .where('id', '=', sql<number>`any(${ids as number[]})`)
        .where('is_system', '=', false)
        .execute(),

    page: (filter: EnterpriseFilter, { offset, limit }: { offset: number; limit: number }) =>
      db
        .selectFrom('enterprise')
        .select(COLUMNS)
        .where(matching(filter))
        .orderBy('name')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),

    /** At most LIMITS.countCap + 1. */
    count: (filter: EnterpriseFilter) => countCapped(db, db.selectFrom('enterprise').where(matching(filter))),

    /** Locks the row until the transaction ends. Checks of limits take the same lock. */
    lock: (id: number) =>
      db
        .selectFrom('enterprise')
        .select(COLUMNS)
        .where('id', '=', id)
        .where('is_system', '=', false)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    async write(
      id: number,
      values: { member_limit: number; project_limit: number } | { disabled: string | null },
    ): Promise<void> {
      const set =
        'disabled' in values
          ? { disabled_at: values.disabled === null ? null : sql<Date>`now()`, disabled_reason: values.disabled ?? '' }
          : values;
      await db
        .updateTable('enterprise')
        .set({ ...set, version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
    },
  };
};
export type SystemRow = Awaited<ReturnType<ReturnType<typeof systemRepo>['page']>>[number];
