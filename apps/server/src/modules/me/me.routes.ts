import { email, phone } from '@prdm/contract/organisation';
import { profile, updateField, updateProfile } from '@prdm/contract/me';
import { problemOf } from '@prdm/contract/kit/problems';
import { fail } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Session } from '../../platform/http/call-context.ts';
import type { Actor } from '../../platform/actor.ts';
import { changeOwn, type ContactParts } from './contact.ts';
import { keyInData } from '@prdm/locales/text-key';

/** The same rules as in every other form with a phone number or an email address. */
const CHECKS = { phone, email } as const;

/** Routes of the caller's own record and portrait. The session determines the user: no call takes a user id. */
export function meRoutes(mount: Mount, parts: ContactParts): void {
  const { identity, organisation } = parts;
  const ownerOf = (actor: Actor, { id, userId, account }: Session) => ({ ...actor, userId, account, sessionId: id });
  mount(profile, async (_input, { principal, session }) => {
    const [[own], enterprise, pending] = await Promise.all([
      organisation.calls.staffById(principal, [session.userId]),
      organisation.enterprise(session.enterpriseId),
      identity.pendingEmail(session.userId),
    ]);
    if (!own) throw fail.notFound();
    return { ...own, enterprise_name: enterprise.name, pending_email: pending };
  });
  mount(updateProfile, async ({ version, name, ...contact }, { actor, session }) => {
    const fields = { name, phone: contact.phone ?? '', email: contact.email ?? '' };
    const again = { phone: contact.rephone ?? '', email: contact.reemail ?? '' };
    const seen = await organisation.contactOf(session.enterpriseId, session.userId);
    await changeOwn(parts, ownerOf(actor, session), seen, { fields, version, proof: contact, again });
    return null;
  });
  mount(updateField, async ({ field, value, ...proof }, { actor, session }) => {
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
    const fields = { [field]: checked.data ?? '' };
    const seen = await organisation.contactOf(session.enterpriseId, session.userId);
    await changeOwn(parts, ownerOf(actor, session), seen, { fields, proof, again: null });
    return null;
  });
}
