import { sql, type Kysely } from 'kysely';
import { searchWords } from '../../../../platform/names/search-words.ts';
import type { OrganisationTables } from '../../organisation.repo.ts';

/** The part of a staff record that administrators write. */
export interface PersonRecord {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly sex: string;
  readonly employee_no: string;
  readonly entry_date: string | null;
  readonly formal_date: string | null;
  readonly work_start_date: string | null;
  readonly department_id: number | null;
  readonly position_id: number | null;
  readonly profession_id: number | null;
  readonly leader_id: number | null;
  readonly company_id: number | null;
  readonly position_title_id: number | null;
}

const RECORD = [
  ...(['name', 'phone', 'email', 'sex', 'employee_no', 'entry_date', 'formal_date', 'work_start_date'] as const),
  ...(['department_id', 'position_id', 'profession_id', 'leader_id', 'company_id', 'position_title_id'] as const),
] as const satisfies readonly (keyof PersonRecord)[];

export const recordOf = (row: PersonRecord): PersonRecord =>
  Object.fromEntries(RECORD.map((name) => [name, row[name]])) as unknown as PersonRecord;

/** The columns of a record with their types, for a statement that reads rows from JSON. */
const TYPES: Readonly<Record<keyof PersonRecord, string>> = {
  name: 'text',
  phone: 'text',
  email: 'text',
  sex: 'text',
  employee_no: 'text',
  entry_date: 'date',
  formal_date: 'date',
  work_start_date: 'date',
  department_id: 'bigint',
  position_id: 'bigint',
  profession_id: 'bigint',
  leader_id: 'bigint',
  company_id: 'bigint',
  position_title_id: 'bigint',
};
const WRITTEN = [...RECORD, 'pinyin', 'initials'];

/** Staff records, many at once. */
export const recordsRepo = (db: Kysely<OrganisationTables>, enterpriseId: number) => {
  const own = () => db.selectFrom('staff').where('enterprise_id', '=', enterpriseId);
  return {
    /** Records in any state. `locks`: they stay as they are until the transaction ends. */
    async byIds(ids: readonly number[], locks = false) {
      const query = own()
        .select(['user_id', 'account', 'type', 'status', 'version', ...RECORD])
        .where('user_id', '=', sql<number>`any(${ids as number[]})`)
        .orderBy('user_id');
      return locks ? query.forNoKeyUpdate().execute() : query.execute();
    },

    /** Everyone with a direct leader, for the search of circles. */
    leaders: () => own().select(['user_id', 'leader_id']).where('leader_id', 'is not', null).execute(),

    numbers: (numbers: readonly string[]) =>
      own()
        .select(['user_id', 'employee_no'])
        .where('employee_no', '<>', '')
        .where('employee_no', '=', sql<string>`any(${numbers as string[]}::text[])`)
        .execute(),

    /** Everyone in the state of this person, in the order of lists. */
    async orderBeside(userId: number): Promise<{ id: number; sort: number }[]> {
      const state = own().select('status').where('user_id', '=', userId);
      return own()
        .select(['user_id as id', 'sort'])
        .where('status', '=', state)
        .orderBy('sort')
        .orderBy('user_id')
        .execute();
    },

    /** Stores places in the order. It belongs to the list, so the versions of the records stay. */
    async place(places: readonly { readonly id: number; readonly sort: number }[]): Promise<void> {
      const [ids, sorts] = [places.map(({ id }) => id), places.map(({ sort }) => sort)];
      await sql`update staff set sort = place.sort
        from unnest(${ids}::bigint[], ${sorts}::int[]) as place(user_id, sort)
        where staff.enterprise_id = ${enterpriseId} and staff.user_id = place.user_id`.execute(db);
    },

    /** Positions that are not removed. */
    positions: () =>
      db
        .selectFrom('position')
        .select(['id', 'name', sql<boolean>`disabled_at is null`.as('enabled')])
        .where('enterprise_id', '=', enterpriseId)
        .where('deleted_at', 'is', null)
        .execute(),

    /** Deletes the records with their roles. */
    async removeAll(ids: readonly number[]): Promise<void> {
      for (const table of ['role_holder', 'staff'] as const)
        await db
          .deleteFrom(table)
          .where('enterprise_id', '=', enterpriseId)
          .where('user_id', '=', sql<number>`any(${ids as number[]})`)
          .execute();
    },

    /** The people who are led by one of these, with their leaders. */
    async leadersAmong(ids: readonly number[]): Promise<{ user_id: number; leader_id: number }[]> {
      const rows = await own()
        .select(['user_id', 'leader_id'])
        .where('leader_id', '=', sql<number>`any(${ids as number[]})`)
        .execute();
      return rows.map((row) => ({ user_id: row.user_id, leader_id: row.leader_id as number }));
    },

    /** Writes the records that still have their version and did not leave. Returns their number. */
    async writeAll(
      changes: readonly {
        readonly id: number;
        readonly version: number;
        readonly before: PersonRecord;
        readonly after: PersonRecord;
      }[],
    ): Promise<number> {
      // Two people may exchange their staff numbers, and the unique index judges row by row.
      const freed = changes.filter(
        ({ before, after }) => before.employee_no !== '' && before.employee_no !== after.employee_no,
      );
      if (freed.length > 1)
        await db
          .updateTable('staff')
          .set({ employee_no: '' })
          .where('enterprise_id', '=', enterpriseId)
          .where('user_id', '=', sql<number>`any(${freed.map(({ id }) => id)})`)
          .execute();
      const rows = changes.map(({ id, version, after }) => ({ id, version, ...after, ...searchWords(after.name) }));
      const columns = [
        sql.raw('id bigint, version int, pinyin text, initials text'),
        ...RECORD.map((name) => sql.raw(`${name} ${TYPES[name]}`)),
      ];
      const { numAffectedRows } = await sql`
        update staff s set ${sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`))},
          version = s.version + 1, updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${sql.join(columns)})
        where s.enterprise_id = ${enterpriseId} and s.user_id = given.id and s.version = given.version
          and s.status <> 'former'`.execute(db);
      return Number(numAffectedRows ?? 0);
    },
  };
};
