import { email, phone } from '@prdm/contract/organisation';
import { profile, updateField, updateProfile } from '@prdm/contract/me';
import { problemOf } from '@prdm/contract/kit/problems';
import { fail } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Identity } from '../identity/index.ts';
import type { Organisation } from '../organisation/index.ts';
import { keyInData } from '@prdm/locales/text-key';

/** The same rules as in every other form with a phone number or an email address. */
const CHECKS = { phone, email } as const;

/** Routes of the caller's own record and portrait. The session determines the user: no call takes a user id. */
export function meRoutes(
  mount: Mount,
  { identity, organisation }: { identity: Identity; organisation: Organisation },
): void {
  mount(profile, async (_input, { principal, session }) => {
    const [[own], enterprise] = await Promise.all([
      organisation.calls.staffById(principal, [session.userId]),
      organisation.enterprise(session.enterpriseId),
    ]);
    if (!own) throw fail.notFound();
    return { ...own, enterprise_name: enterprise.name };
  });
  mount(updateProfile, async ({ version, name, ...contact }, { actor, session }) => {
    const fields = { name, phone: contact.phone ?? '', email: contact.email ?? '' };
    await organisation.calls.modifyOwn({ ...actor, userId: session.userId }, fields, version);
    return null;
  });
  mount(updateField, async ({ field, value }, { actor, session }) => {
    const own = { ...actor, userId: session.userId };
    if (field === 'avatar') {
      await identity.setAvatar(own, value);
      return null;
    }
    const checked = CHECKS[field].safeParse(value);
    if (!checked.success) {
      const { key, params } = problemOf(checked.error);
      throw fail.invalid('value', keyInData(key), params);
    }
    await organisation.calls.modifyOwn(own, { [field]: checked.data ?? '' });
    return null;
  });
}
