import { seesContent, type Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { Lang } from '@prdm/locales';
import { fail } from '../../../platform/errors.ts';
import { refuseOutsider, refuseRoles } from '../caller.ts';
import type { RoleRow } from '../kinds.ts';
import type { PlacedPerson } from './staff-range.ts';

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
 * password. Own values change only with password and code (safety.md A13). Throws 1005 at the first changed field.
 * Call it after the write, so that a stale record answers 1009.
 */
export function refuseContact(
  caller: Principal,
  person: PlacedPerson & { readonly held: readonly RoleRow[] },
  { before, after }: { readonly before: Contact; readonly after: Contact },
  lang: Lang,
): void {
  const field = FIELDS.find((name) => after[name] !== before[name]);
  if (field === undefined) return;
  if (person.user_id === caller.userId) throw fail.of(CODES.denied, 'organisation.ownContact', { field });
  refuseOutsider(caller, person);
  refuseRoles(caller, person.held, { lang, field });
}
