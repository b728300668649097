import { sql, type Kysely } from 'kysely';
import type { ProcessTables } from './processes.rows.ts';

/** Running approvals in which this person has a seat to decide, now or later, or was asked to take one; by project, for the order of locks. */
export async function seatedIn(
  db: Kysely<ProcessTables>,
  enterpriseId: number,
  userId: number,
): Promise<{ id: number; project_id: number | null }[]> {
  const { rows } = await sql<{ id: number; project_id: number | null }>`
    select p.id, p.project_id from process p
    where p.enterprise_id = ${enterpriseId} and p.status in ('under_review', 'paused') and exists (
      select 1 from process_seat t
      where t.enterprise_id = p.enterprise_id and t.process_id = p.id
        and (t.user_id = ${userId} and t.status in ('waiting', 'open', 'transfer_awaiting') or t.transfer_to = ${userId}))
    order by p.project_id nulls first, p.id`.execute(db);
  return rows;
}
