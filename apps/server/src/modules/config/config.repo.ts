import { sql, type Kysely } from 'kysely';
import type { DB } from '../../platform/db-types.ts';
import { LIMITS } from '@prdm/contract/limits';
import { SORT_GAP } from '../../platform/entity/sort.ts';
import { prepared } from '../../platform/prepared.ts';

export type ConfigTables = Pick<DB, 'dictionary_entry'>;
export type DictionaryKind =
  | 'project_type'
  | 'stage'
  | 'profession'
  | 'label_group'
  | 'label'
  | 'secret_level'
  | 'company'
  | 'industry'
  | 'project_grade'
  | 'structure_type'
  | 'service_content'
  | 'position_title'
  | 'stask_type'
  | 'other_task';

/** A stored entry with the columns of every kind. */
export type StoredEntry = Awaited<ReturnType<typeof entriesByIds>>[number];

const entriesByIds = prepared(
  'dictionary_entries_by_ids',
  (db: Kysely<ConfigTables>, enterpriseId: number, ids: readonly number[]) =>
    db
      .selectFrom('dictionary_entry')
      .select(['id', 'kind', 'code', 'name', 'sort', 'version', 'disabled_at', 'deleted_at'])
      .select(['short_name', 'colour', 'level', 'note', 'standard_minutes', 'label_group_id', 'profession_id'])
      .select('assessment')
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', sql<number>`any(${ids as number[]})`),
);

/** A standard entry. `code` names it for programs and translations. */
export interface NewEntry {
  readonly code: string | null;
  readonly name: string;
  readonly short_name?: string;
  readonly colour?: string;
  readonly level?: string;
  readonly standard_minutes?: number;
  readonly label_group_id?: number;
  readonly profession_id?: number;
}

export const configRepo = (db: Kysely<ConfigTables>, enterpriseId: number) => ({
  /** Disabled entries included. */
  list: (kind: DictionaryKind) =>
    db
      .selectFrom('dictionary_entry')
      .select(['id', 'code', 'name', 'sort', sql<boolean>`disabled_at is null`.as('enabled')])
      .where('enterprise_id', '=', enterpriseId)
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null)
      .orderBy('sort')
      .orderBy('id')
      .limit(LIMITS.unpagedMax)
      .execute(),

  /** Includes deleted entries: an old project still shows the name. */
  byIds: (ids: readonly number[]) => entriesByIds(db, enterpriseId, ids),

  /** Returns the ids in the order of the entries. */
  async add(kind: DictionaryKind, entries: readonly NewEntry[]): Promise<number[]> {
    const rows = await db
      .insertInto('dictionary_entry')
      .values(
        entries.map((entry, index) => ({
          ...entry,
          kind,
          sort: (index + 1) * SORT_GAP,
          enterprise_id: enterpriseId,
        })),
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  },
});
