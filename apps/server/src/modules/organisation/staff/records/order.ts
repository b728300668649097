import type { Principal } from '@prdm/access';
import type { Actor } from '../../../../platform/actor.ts';
import type { Trx } from '../../../../platform/db.ts';
import { sortedBehind } from '../../../../platform/entity/index.ts';
import { fail } from '../../../../platform/errors.ts';
import { lockedCaller, refuseOutside } from '../../caller.ts';
import { StaffSorted } from '../../organisation.events.ts';
import type { StaffParts } from '../staff.service.ts';
import { recordsRepo } from './records.repo.ts';

/**
 * Moves one person behind or before another one of the same state; without both to the top of that state. Throws 1001 for a
 * neighbour of another state, because lists show the states one after the other.
 */
export async function moveStaff(
  parts: StaffParts,
  trx: Trx,
  actor: Actor,
  principal: Principal,
  given: {
    readonly person: { readonly id: number; readonly name: string };
    readonly afterId: number | null;
    readonly beforeId: number | null;
  },
): Promise<void> {
  const { person, afterId, beforeId } = given;
  await refuseOutside(parts, trx, await lockedCaller(parts, trx, principal, 'Company-user'), [person.id]);
  const repo = recordsRepo(parts.tables.within(trx), actor.enterpriseId);
  const list = await repo.orderBeside(person.id);
  const others = list.filter(({ id }) => id !== person.id);
  const neighbour = afterId ?? beforeId;
  if (neighbour !== null && !others.some(({ id }) => id === neighbour))
    throw fail.invalid(afterId === null ? 'before_id' : 'after_id', 'organisation.otherState');
  const at = others.findIndex(({ id }) => id === beforeId);
  const behind = beforeId === null ? afterId : (others[at - 1]?.id ?? null);
  await repo.place(sortedBehind(list, person.id, behind));
  await parts.bus.emit(trx, StaffSorted, {
    actor,
    target: { kind: 'user', id: person.id, name: person.name },
    after: { after_id: behind },
    data: { userIds: [person.id] },
  });
}
