import type { ModuleDb, Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import { refuseUnlessActive } from '../staff/active-staff.ts';
import { staffRepo } from '../staff/staff.repo.ts';
import { leadingRepo } from './leading.repo.ts';

const FIELD = 'leader_id';

/**
 * Throws at `leader_id` unless this person may become the direct leader: 1012 or 1013 for an inactive one, 1001 for an invited partner, for
 * the person itself, and for everyone below the person. `personId` is null for a new person. Call it after the lock of the enterprise.
 */
export async function refuseLeader(
  { tables }: { readonly tables: ModuleDb<OrganisationTables> },
  trx: Trx,
  enterpriseId: number,
  { personId, leaderId, before }: { personId: number | null; leaderId: number | null; before: number | null },
): Promise<void> {
  if (leaderId === null || leaderId === before) return;
  if (leaderId === personId) throw fail.invalid(FIELD, 'leading.oneself');
  // The leader may have left between the lookup and the lock.
  const db = tables.within(trx);
  const [leader] = await staffRepo(db, enterpriseId).byIds([leaderId]);
  refuseAsLeader(leader);
  if (personId !== null && (await leadingRepo(db, enterpriseId).chainFrom(leaderId)).includes(personId))
    throw belowPerson(leader?.name ?? '');
}

/** Throws at `leader_id` for a person who cannot lead: 1012 or 1013 for an inactive one, 1001 for an invited partner. */
export function refuseAsLeader(
  leader: { readonly name: string; readonly status: string; readonly type: string } | undefined,
): void {
  refuseUnlessActive(leader, FIELD);
  if (leader?.type === 'partner') throw fail.invalid(FIELD, 'leading.partner', { name: leader.name });
}

/** A leader who stands below the person would close a circle. */
export const belowPerson = (name: string) => fail.invalid(FIELD, 'leading.below', { name });
