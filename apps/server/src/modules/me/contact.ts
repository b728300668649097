import { fail } from '../../platform/errors.ts';
import type { ContactOwner, Identity } from '../identity/index.ts';
import type { Organisation } from '../organisation/index.ts';

export interface ContactParts {
  readonly identity: Identity;
  readonly organisation: Organisation;
}

interface Contact {
  readonly phone: string;
  readonly email: string;
}

export interface OwnChange {
  readonly fields: { readonly name?: string } & Partial<Contact>;
  readonly version?: number;
  readonly proof: {
    readonly password?: string | undefined;
    readonly kid?: string | undefined;
    readonly code?: string | undefined;
  };
  /** The second entry of each value; null where the call has only one. */
  readonly again: Partial<Contact> | null;
}

/**
 * Writes the own record. E-mail and phone lead to the account, so a change of them needs the password, and a new e-mail
 * the code of its mailbox (safety.md A13). Throws 1001 at the field of the first problem and then changes nothing.
 */
export async function changeOwn(
  { identity, organisation }: ContactParts,
  owner: ContactOwner,
  seen: Contact,
  { fields, version, proof, again }: OwnChange,
): Promise<void> {
  const after = { ...seen, ...fields };
  const changed = (['phone', 'email'] as const).filter((name) => after[name] !== seen[name]);
  for (const name of changed)
    if (again !== null && after[name] !== '' && after[name] !== (again[name] ?? ''))
      throw fail.invalid(`re${name}`, 'identity.inconsistent');
  const hasNewEmail = changed.includes('email');
  if (changed.length > 0)
    await identity.confirmPassword(owner, proof, () => organisation.acceptsDefaultKey(owner.enterpriseId));
  if (hasNewEmail && after.email !== '') await identity.checkNewEmail(owner, after.email, proof.code);
  await organisation.calls.modifyOwn(owner, fields, version, async (trx, before) => {
    // Another change since the comparison above would make a stale value look unchanged.
    if (before.phone !== seen.phone && fields.phone !== undefined) throw fail.conflict();
    if (before.email !== seen.email && fields.email !== undefined) throw fail.conflict();
    if (hasNewEmail)
      await identity.storeNewEmail(trx, owner, { before: seen.email, after: after.email, code: proof.code });
  });
}
