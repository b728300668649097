import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { withContact } from '../../../platform/content/content.ts';
import { fail } from '../../../platform/errors.ts';
import { StaffModified } from '../organisation.events.ts';
import { searchWords } from '../../../platform/names/search-words.ts';
import { staffAdminRepo } from './staff-admin.repo.ts';
import type { StaffParts } from './staff.service.ts';

/** Fields of the own record that a user may write. Administrators write the others. */
export interface OwnFields {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
}

/** More work in the transaction of the change. `before` is the locked record. */
export type AlsoOwn = (trx: Trx, before: { phone: string; email: string }) => Promise<void>;

/** Writes the own record. A stale `version` throws 1009. Without a version, the given fields overwrite the present ones. */
export async function modifyOwn(
  parts: Pick<StaffParts, 'tables' | 'bus'>,
  trx: Trx,
  actor: Actor & { userId: number },
  fields: OwnFields,
  version?: number,
  also?: AlsoOwn,
): Promise<void> {
  const { userId, enterpriseId } = actor;
  const repo = staffAdminRepo(parts.tables.within(trx), enterpriseId);
  // The lock makes concurrent writers of the record wait, so the fields are merged with the present record.
  const now = await repo.lockVersion(userId);
  const before = await repo.record(userId);
  if (now === null || !before) throw fail.notFound();
  await also?.(trx, { phone: before.phone, email: before.email });
  const { status: _status, ...rest } = before;
  const record = { ...rest, ...fields };
  if (!(await repo.write(userId, version ?? now, { ...record, ...searchWords(record.name) }))) throw fail.conflict();
  await parts.bus.emit(trx, StaffModified, {
    actor,
    target: { kind: 'user', id: userId, name: record.name },
    before: withContact(userId, { name: before.name, phone: before.phone, email: before.email }),
    after: withContact(userId, { name: record.name, phone: record.phone, email: record.email }),
    data: { userId, name: record.name },
  });
}
