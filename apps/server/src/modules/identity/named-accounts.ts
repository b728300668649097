import { sql, type Kysely } from 'kysely';
import type { IdentityTables } from './identity.repo.ts';

/** Tables that belong to the account itself. */
const OWN = ['staff', 'role_holder', 'session'];

/**
 * The users among these whom a foreign key of another table names. The database lists the columns, so a new table counts
 * without a registration.
 */
export async function namedAmong(
  db: Kysely<IdentityTables>,
  enterpriseId: number,
  userIds: readonly number[],
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows: places } = await sql<{ name: string; column: string }>`
    select r.relname as name, a.attname as column
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[array_position(c.confkey, (
      select i.attnum from pg_attribute i where i.attrelid = c.confrelid and i.attname = 'id'))]
    where c.contype = 'f' and c.confrelid = 'account'::regclass and r.relname <> all(${OWN}::text[])`.execute(db);
  const columns = places.map(
    ({ name, column }) => sql`select ${sql.ref(column)} as id from ${sql.table(name)}
      where enterprise_id = ${enterpriseId} and ${sql.ref(column)} = any(${userIds as number[]})`,
  );
  const { rows } = await sql<{ id: number }>`${sql.join(columns, sql` union `)}`.execute(db);
  return rows.map(({ id }) => id);
}
