import { seesContent, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { refuseAbove } from '../caller.ts';
import type { StaffParts } from './staff.service.ts';

export interface Contact {
  readonly phone: string;
  readonly email: string;
}

const FIELDS = ['phone', 'email'] as const;

/**
 * Phone and e-mail of the changed record. A caller who may not see them does not know the present values, so they stay.
 * The own ones stay too when they are left out or empty: they change in the profile. Throws 1005 at a value that a caller
 * without contact data gives.
 */
export function contactAfter(
  caller: Principal,
  given: { readonly id: number } & Partial<Contact>,
  before: Contact,
): Contact {
  if (given.id === caller.userId) return { phone: given.phone ?? before.phone, email: given.email ?? before.email };
  if (seesContent(caller, 'contact')) return { phone: given.phone ?? '', email: given.email ?? '' };
  for (const field of FIELDS)
    if (given[field] !== undefined) throw fail.of(CODES.denied, 'roles.hiddenContact', { field });
  return before;
}

/**
 * A code that is sent to the e-mail sets a new password, so a changed e-mail or phone needs the right to reset the
 * password, and the old address gets a mail. Own values change only with password and code (safety.md A13). Throws 1005
 * at the first changed field. Call it after the write, so that a stale record answers 1009.
 */
export async function guardContact(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  caller: Principal,
  change: { readonly id: number; readonly before: Contact; readonly after: Contact },
): Promise<void> {
  const { id, before, after } = change;
  const field = FIELDS.find((name) => after[name] !== before[name]);
  if (field === undefined) return;
  if (id === caller.userId) throw fail.of(CODES.denied, 'organisation.ownContact', { field });
  await refuseAbove(parts, trx, caller, { userId: id, lang: actor.lang, field });
  if (after.email !== before.email)
    await parts.identity.reportNewEmail(trx, actor, { userId: id, before: before.email });
}
