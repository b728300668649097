import type { PartnerInvite } from '@prdm/contract/organisation/settings';
import type { Lang } from '@prdm/locales';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import type { StoredPassword } from '../../identity/index.ts';
import { enterpriseRepo } from '../enterprise/enterprise.repo.ts';
import { StaffAdded } from '../organisation.events.ts';
import { organisationRepo } from '../organisation.repo.ts';
import { settingsRepo } from '../settings/settings.repo.ts';
import { refuseLimit } from './records/writers.ts';
import type { StaffParts } from './staff.service.ts';
import { staffRepo } from './staff.repo.ts';

type Parts = Pick<StaffParts, 'bus' | 'tables' | 'identity' | 'addPeople'>;

/** A person whom an invitation names. */
export interface KnownPerson {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly status: string;
}

/** Facts about the enterprise for an invitation. `title` is the name of the product, '' for the default one. */
export interface InvitingEnterprise {
  readonly name: string;
  readonly title: string;
  readonly lang: Lang;
  readonly invite: PartnerInvite;
}

export async function invitingEnterprise(
  { tables }: Pick<Parts, 'tables'>,
  enterpriseId: number,
  trx?: Trx,
): Promise<InvitingEnterprise> {
  const db = trx ? tables.within(trx) : tables.read;
  const { name, title, default_lang: lang } = await enterpriseRepo(db, enterpriseId).record();
  const { partner_invite: invite } = await settingsRepo(db, enterpriseId).read();
  return { name, title, lang, invite };
}

/** The person of an account in this enterprise, in any state. */
export async function personOfAccount(
  { tables, identity }: Parts,
  trx: Trx,
  enterpriseId: number,
  account: string,
): Promise<KnownPerson | null> {
  const own = (await identity.accountsNamed(trx, enterpriseId, [account])).filter(({ is_own }) => is_own);
  const [person] = await staffRepo(tables.within(trx), enterpriseId).byIds(own.map(({ id }) => id));
  return person ? { id: person.user_id, name: person.name, type: person.type, status: person.status } : null;
}

/** The people with this e-mail in this enterprise who have not left. */
export async function peopleOfEmail(
  { tables }: Pick<Parts, 'tables'>,
  trx: Trx,
  enterpriseId: number,
  email: string,
): Promise<KnownPerson[]> {
  const repo = staffRepo(tables.within(trx), enterpriseId);
  const people = await repo.byIds(await repo.ofEmail(email));
  return people
    .filter(({ status }) => status !== 'former')
    .map(({ user_id: id, name, type, status }) => ({ id, name, type, status }));
}

/** Locks the enterprise. Throws 1010 when it has no room for one more person. */
export async function refuseFull(parts: Pick<Parts, 'tables'>, trx: Trx, enterpriseId: number): Promise<void> {
  const { member_limit: limit } = await organisationRepo(parts.tables.within(trx), enterpriseId).lockEnterprise();
  await refuseLimit(parts, trx, enterpriseId, { limit, added: 1 });
}

/**
 * Adds a person of a partner firm with an account: no department, and the role employee alone, which gives
 * a partner nothing (`standingOf`). The lock of the enterprise keeps
 * parallel additions within the member limit (1010). The new person is the actor. Throws 1018 for a taken account.
 */
export async function addPartner(
  parts: Parts,
  trx: Trx,
  from: Omit<Actor, 'userId' | 'name'>,
  given: { account: string; name: string; email: string; stored: StoredPassword },
): Promise<Actor & { userId: number }> {
  const { enterpriseId } = from;
  await refuseFull(parts, trx, enterpriseId);
  const roles = await organisationRepo(parts.tables.within(trx), enterpriseId).roles();
  const roleIds = roles.filter(({ key }) => key === 'employee').map(({ id }) => id);
  const person = { ...given, type: 'partner' as const, mustChange: false, roleIds, createdBy: null };
  const [userId] = (await parts.addPeople(trx, enterpriseId, [person])) as [number];
  const actor = { ...from, userId, name: given.name };
  await parts.bus.emit(trx, StaffAdded, {
    actor,
    target: { kind: 'user', id: userId, name: given.name },
    after: { account: given.account, name: given.name, type: 'partner' },
    data: { userId, name: given.name, departmentId: null },
  });
  return actor;
}
