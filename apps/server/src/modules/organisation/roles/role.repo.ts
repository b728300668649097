import { sql, type Kysely, type SqlBool } from 'kysely';
import { countCapped } from '../../../platform/statements/count-capped.ts';
import { partsOf, holdsPart } from '../../../platform/statements/word-search.ts';
import { ROLE_COLUMNS, type OrganisationTables } from '../organisation.repo.ts';
import { STAFF_WORDS_WITHOUT_PHONE } from '../staff/staff.repo.ts';

/** A role as its row stores it. */
export interface StoredRoleRow {
  readonly id: number;
  readonly key: string | null;
  readonly name: string;
  readonly kind: string;
  readonly access: readonly string[];
  readonly view_range: string;
  readonly content_access: readonly string[];
  readonly data_board_access: readonly string[];
  readonly module_permission: unknown;
  readonly is_system: boolean;
  readonly sort: number;
  readonly version: number;
}

/** The person's words contain every part of the word. Reads the holders of one role, so it needs no word index. */
const everyPart = (word: string | undefined) => {
  const parts = partsOf(word ?? '').map((part) => holdsPart(STAFF_WORDS_WITHOUT_PHONE, part));
  return sql<SqlBool>`(${sql.join([sql`true`, ...parts], sql` and `)})`;
};

export const roleRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => {
  const holders = (roleId: number, word: string | undefined) =>
    db
      .selectFrom('role_holder as h')
      .innerJoin('staff as s', (join) =>
        join.onRef('s.enterprise_id', '=', 'h.enterprise_id').onRef('s.user_id', '=', 'h.user_id'),
      )
      .where('h.enterprise_id', '=', enterpriseId)
      .where('h.role_id', '=', roleId)
      .where('s.status', '<>', 'former')
      .where(everyPart(word));

  return {
    role: (id: number): Promise<StoredRoleRow | undefined> =>
      db
        .selectFrom('role')
        .select(ROLE_COLUMNS)
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),

    /** The same with a lock that also excludes new references to the role. */
    locked: (id: number): Promise<StoredRoleRow | undefined> =>
      db
        .selectFrom('role')
        .select(ROLE_COLUMNS)
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst(),

    /** One page of the people with an enterprise role, without former staff, by their id. */
    holders: async (roleId: number, word: string | undefined, window: { offset: number; limit: number }) => {
      const rows = await holders(roleId, word)
        .select('h.user_id')
        .orderBy('h.user_id')
        .offset(window.offset)
        .limit(window.limit)
        .execute();
      return rows.map((row) => row.user_id);
    },

    /** At most LIMITS.countCap + 1. */
    countHolders: (roleId: number, word: string | undefined) =>
      countCapped(db, holders(roleId, word).select('h.user_id')),

    /** All active people with an enterprise role. */
    everyHolder: async (roleId: number): Promise<number[]> => {
      const rows = await holders(roleId, undefined)
        .select('h.user_id')
        .where('s.status', '=', 'active')
        .orderBy('h.user_id')
        .execute();
      return rows.map((row) => row.user_id);
    },

    setSort: (id: number, sort: number) =>
      db.updateTable('role').set({ sort }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute(),
  };
};
