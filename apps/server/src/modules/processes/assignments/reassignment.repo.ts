import { sql, type Kysely } from 'kysely';
import type { ProcessTables } from '../process.rows.ts';

/**
 * Running and paused approvals where this person has an undecided assignment or is the target of a transfer. They are
 * ordered by project, which is the lock order.
 */
export async function assignedIn(
  db: Kysely<ProcessTables>,
  enterpriseId: number,
  userId: number,
): Promise<{ id: number; project_id: number | null }[]> {
  const { rows } = await sql<{ id: number; project_id: number | null }>`
    select p.id, p.project_id from process p
    where p.enterprise_id = ${enterpriseId} and p.status in ('under_review', 'paused') and exists (
      select 1 from process_assignment t
      where t.enterprise_id = p.enterprise_id and t.process_id = p.id
        and (t.user_id = ${userId} and t.status in ('waiting', 'open', 'transfer_awaiting') or t.transfer_to = ${userId}))
    order by p.project_id nulls first, p.id`.execute(db);
  return rows;
}
