import { sql, type Kysely } from 'kysely';
import type { ProcessTables } from '../process.rows.ts';

export interface AssignedProcess {
  readonly id: number;
  readonly project_id: number | null;
  readonly subject_name: string;
}

/** Approvals by id, whoever decides them. */
export const processesByIds = (
  db: Kysely<ProcessTables>,
  enterpriseId: number,
  ids: readonly number[],
): Promise<AssignedProcess[]> =>
  db
    .selectFrom('process')
    .select(['id', 'project_id', 'subject_name'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', sql<number>`any(${ids as number[]})`)
    .execute();

/**
 * Running and paused approvals where this person has an undecided assignment or is the target of a transfer. They are
 * ordered by project, which is the lock order.
 */
export async function assignedIn(
  db: Kysely<ProcessTables>,
  enterpriseId: number,
  userId: number,
): Promise<AssignedProcess[]> {
  const { rows } = await sql<AssignedProcess>`
    select p.id, p.project_id, p.subject_name from process p
    where p.enterprise_id = ${enterpriseId} and p.status in ('under_review', 'paused') and exists (
      select 1 from process_assignment t
      where t.enterprise_id = p.enterprise_id and t.process_id = p.id
        and (t.user_id = ${userId} and t.status in ('waiting', 'open', 'transfer_awaiting') or t.transfer_to = ${userId}))
    order by p.project_id nulls first, p.id`.execute(db);
  return rows;
}
