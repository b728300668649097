import { sql, type Kysely } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import { LIMITS } from '@prdm/contract/limits';
import { prepared } from '../../platform/prepared.ts';

export type ConfigTables = Pick<DB, 'dictionary_entry'>;
export type DictionaryKind = 'project_type' | 'stage' | 'profession';

const entriesByIds = prepared(
  'dictionary_entries_by_ids',
  (db: Kysely<ConfigTables>, enterpriseId: number, ids: readonly number[]) =>
    db
      .selectFrom('dictionary_entry')
      .select(['id', 'kind', 'code', 'name', 'deleted_at', 'disabled_at'])
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`),
);

export const configRepo = (db: Kysely<ConfigTables>, enterpriseId: number) => ({
  list: (kind: DictionaryKind) =>
    db
      .selectFrom('dictionary_entry')
      .select(['id', 'code', 'name', 'sort'])
      .where('enterprise_id', '=', enterpriseId)
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .limit(LIMITS.unpagedMax)
      .execute(),

  /** Includes deleted entries: an old project still shows the name. */
  byIds: (ids: readonly number[]) => entriesByIds(db, enterpriseId, ids),

  async add(kind: DictionaryKind, entries: readonly { code: string | null; name: string }[]): Promise<void> {
    await db
      .insertInto('dictionary_entry')
      .values(entries.map((entry, index) => ({ ...entry, kind, sort: index, enterprise_id: enterpriseId })))
      .execute();
  },
});
