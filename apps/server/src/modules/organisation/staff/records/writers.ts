import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../../../platform/actor.ts';
import { withContact } from '../../../../platform/content/content.ts';
import type { Trx } from '../../../../platform/db.ts';
import { fail } from '../../../../platform/errors.ts';
import { StaffAdded, StaffModified, StaffWithdrawn } from '../../organisation.events.ts';
import { organisationRepo } from '../../organisation.repo.ts';
import type { PersonToStore, StaffParts } from '../staff.service.ts';
import { staffRepo } from '../staff.repo.ts';
import { withFreeNumber } from './employment.ts';
import { recordsRepo, type PersonRecord } from './records.repo.ts';

type Parts = Pick<StaffParts, 'bus' | 'tables' | 'identity' | 'addPeople'>;

/** Throws 1010 when the enterprise has no room for `added` more people. Call it under the lock of the enterprise. */
export async function refuseLimit(
  { tables }: Pick<Parts, 'tables'>,
  trx: Trx,
  enterpriseId: number,
  { limit, added }: { limit: number; added: number },
): Promise<void> {
  if ((await staffRepo(tables.within(trx), enterpriseId).members()) + added > limit)
    throw fail.of(CODES.memberLimit, 'codes.1010');
}

/** A new person of a department. */
export type NewRecord = PersonToStore & { readonly departmentId: number };

/**
 * Adds people with their accounts. Each gets the role employee besides the given ones. Returns their ids in the same
 * order. The rules of the calls are judged before, under the lock of the enterprise.
 */
export async function writeNew(parts: Parts, trx: Trx, actor: Actor, people: readonly NewRecord[]): Promise<number[]> {
  if (people.length === 0) return [];
  const { enterpriseId } = actor;
  const roles = await organisationRepo(parts.tables.within(trx), enterpriseId).roles();
  const employee = roles.filter(({ key }) => key === 'employee').map(({ id }) => id);
  const complete = people.map((person) => ({
    ...person,
    roleIds: [...new Set([...employee, ...person.roleIds])],
    createdBy: actor.userId,
  }));
  const ids = await withFreeNumber(() => parts.addPeople(trx, enterpriseId, complete));
  await parts.bus.emitMany(
    trx,
    StaffAdded,
    complete.map((person, at) => {
      const { account, name, departmentId, roleIds, companyId, positionTitleId } = person;
      const leaderId = person.leaderAt === undefined ? person.leaderId : ids[person.leaderAt];
      const userId = ids[at] as number;
      return {
        actor,
        target: { kind: 'user', id: userId, name },
        after: {
          account,
          name,
          department_id: departmentId,
          role_ids: roleIds,
          ...(leaderId === undefined ? {} : { leader_id: leaderId }),
          ...(companyId === undefined ? {} : { company_id: companyId }),
          ...(positionTitleId === undefined ? {} : { position_title_id: positionTitleId }),
        },
        data: { userId, name, departmentId },
      };
    }),
  );
  return ids;
}

/** A person whom the undo of an import removes. */
export interface WithdrawnPerson {
  readonly id: number;
  readonly name: string;
  readonly before: PersonRecord & { readonly account: string };
}

/**
 * Removes people whom no record names and who never signed in. Their account names are free again. The caller has judged
 * that, under the lock of the enterprise.
 */
export async function withdraw(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  people: readonly WithdrawnPerson[],
): Promise<void> {
  if (people.length === 0) return;
  const ids = people.map(({ id }) => id);
  await recordsRepo(parts.tables.within(trx), actor.enterpriseId).removeAll(ids);
  await parts.identity.retireAccounts(trx, actor.enterpriseId, ids);
  await parts.bus.emitMany(
    trx,
    StaffWithdrawn,
    people.map(({ id, name, before }) => ({
      actor,
      target: { kind: 'user', id, name },
      before: withContact(id, { ...before }),
      data: { userId: id, name },
    })),
  );
}

export interface RecordChange {
  readonly id: number;
  /** The version that the caller saw. */
  readonly version: number;
  readonly before: PersonRecord;
  readonly after: PersonRecord;
}

/** Replaces records. The old address of a changed e-mail gets a mail. Throws 1009 when one of the versions is stale, 1018 for a taken staff number. */
export async function writeChanged(
  parts: Parts,
  trx: Trx,
  actor: Actor,
  changes: readonly RecordChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const repo = recordsRepo(parts.tables.within(trx), actor.enterpriseId);
  const written = await withFreeNumber(() => repo.writeAll(changes));
  if (written !== changes.length) throw fail.conflict();
  for (const { id, before, after } of changes)
    if (before.email !== '' && after.email !== before.email)
      await parts.identity.reportNewEmail(trx, actor, { userId: id, before: before.email });
  await parts.bus.emitMany(
    trx,
    StaffModified,
    changes.map(({ id, before, after }) => ({
      actor,
      target: { kind: 'user', id, name: after.name },
      before: withContact(id, { ...before }),
      after: withContact(id, { ...after }),
      data: { userId: id, name: after.name },
    })),
  );
}
