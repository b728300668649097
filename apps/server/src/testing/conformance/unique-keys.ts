import type { Pool } from 'pg';

/** The unique indexes of tables that hold more than ids, without primary keys. */
export async function businessKeys(pool: Pool, tables: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i
     where i.indrelid = any(select format('public.%I', t)::regclass from unnest($1::text[]) t)
       and i.indisunique and not i.indisprimary
       and exists (
         select from pg_attribute a where a.attrelid = i.indexrelid and a.atttypid <> 'bigint'::regtype)
     order by 1`,
    [tables],
  );
  return rows.map(({ name }) => name);
}
