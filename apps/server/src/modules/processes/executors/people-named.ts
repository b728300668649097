import { sql, type Kysely } from 'kysely';
import type { ProcessTables } from '../process.rows.ts';

/** Columns that hold people as lists of ids, which no foreign key protects. */
const LISTS = [
  ['process_template', 'cc_ids'],
  ['process_template_stage', 'executor_ids'],
  ['process_template_stage', 'cc_ids'],
  ['process_stage', 'cc_ids'],
  ['process_round', 'cc_ids'],
] as const;

/** The people among these whom a template or an approval names in a list. */
export async function peopleNamed(
  db: Kysely<ProcessTables>,
  enterpriseId: number,
  ids: readonly number[],
): Promise<number[]> {
  const parts = LISTS.map(
    ([table, column]) => sql`select named.id from ${sql.table(table)}, unnest(${sql.ref(column)}) as named(id)
      where enterprise_id = ${enterpriseId} and ${sql.ref(column)} && ${ids as number[]}::bigint[]`,
  );
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(parts, sql` union `)}) named where id = any(${ids as number[]})`.execute(db);
  return rows.map(({ id }) => id);
}
