import type { Principal } from '@prdm/access';
import type { SessionLine } from '@prdm/contract/identity/sessions';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { callerNow, lockedCaller, refuseAbove } from '../caller.ts';
import type { UserRow } from '../kinds.ts';
import type { StaffParts } from './staff.service.ts';

/**
 * The live sessions of another person. They show addresses and devices, so the rule is that of a new password: the
 * caller may give every role of the person. Throws 1005 otherwise, and for the caller (`pub/sessions`).
 */
export async function listPersonSessions(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  { id }: UserRow,
  current: number,
): Promise<SessionLine[]> {
  const caller = await callerNow(parts, trx, principal, 'Company-user');
  if (id === caller.userId) throw fail.denied();
  await refuseAbove(parts, trx, caller, { userId: id, lang: actor.lang });
  return parts.identity.listSessions({ enterpriseId: actor.enterpriseId, userId: id }, current);
}

/** Ends one session of another person, or all. Throws as `listPersonSessions`, and 1006 for a key without a live session. */
export async function endPersonSessions(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  { id, name }: UserRow,
  which: { readonly key: string } | 'all',
): Promise<void> {
  // The lock excludes concurrent role changes: the caller still holds the right, and the target is not above the caller.
  const caller = await lockedCaller(parts, trx, principal, 'Company-user');
  if (id === caller.userId) throw fail.denied();
  await refuseAbove(parts, trx, caller, { userId: id, lang: actor.lang });
  await parts.identity.endListedIn(trx, actor, { enterpriseId: actor.enterpriseId, userId: id, name }, which);
}
