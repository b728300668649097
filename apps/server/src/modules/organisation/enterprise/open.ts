import { sql } from 'kysely';
import type { ModuleDb, Trx } from '../../../platform/db.ts';
import type { OrganisationTables } from '../organisation.repo.ts';

/** The first number of the advisory locks of sign-ins; the second is the enterprise. */
const LOCK = 7_346_013;

/**
 * Whether people of the enterprise may sign in. The shared lock is kept until the transaction ends. A disabling takes the
 * exclusive one, so a session that is just being opened is either committed before it and ended by it, or not opened.
 */
export async function isOpenNow(
  tables: ModuleDb<OrganisationTables>,
  trx: Trx,
  enterpriseId: number,
): Promise<boolean> {
  const db = tables.within(trx);
  await sql`select pg_advisory_xact_lock_shared(${LOCK}, ${enterpriseId}::int)`.execute(db);
  return isOpen(tables, enterpriseId, trx);
}

/** Waits for the sign-ins under way, and lets others wait until the transaction ends. */
export async function closeSignIns(
  tables: ModuleDb<OrganisationTables>,
  trx: Trx,
  enterpriseId: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${enterpriseId}::int)`.execute(tables.within(trx));
}

/** Whether the enterprise is enabled, without a lock. */
export async function isOpen(tables: ModuleDb<OrganisationTables>, enterpriseId: number, trx?: Trx): Promise<boolean> {
  const row = await (trx ? tables.within(trx) : tables.read)
    .selectFrom('enterprise')
    .select('id')
    .where('id', '=', enterpriseId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
