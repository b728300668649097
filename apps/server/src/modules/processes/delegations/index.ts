import type { Principal } from '@prdm/access';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import type { Authorized } from '../../../platform/ids/authorized.ts';
import type { ProcessesParts } from '../process-change.ts';
import { processesRepo } from '../process.repo.ts';
import { statesOf } from '../process.states.ts';
import type { StoredDelegation } from './delegations.repo.ts';
import {
  addDelegation,
  clearDelegation,
  editDelegation,
  endDelegation,
  listDelegations,
  refuseDelegation,
  setDelegation,
  type SourcedDelegation,
} from './delegations.service.ts';
import { deciderOf, findDeputies } from './holders.ts';
import { momentOf } from './moment.ts';

type Own<R extends string> = Authorized<StoredDelegation, R, 'delegation'>;

/** The person who decides an open assignment now, and the executor for whom. Both are the same without a deputy. */
export interface Holder {
  readonly assignmentId: number;
  readonly userId: number;
  readonly executorId: number;
}

/** Delegations of approvals. No assignment row changes for one: who decides is computed at every call. */
export const createDelegations = (parts: ProcessesParts) => ({
  list: (principal: Principal) => listDelegations(parts, principal),
  add: (
    actor: Actor & { userId: number },
    { to, ...given }: { to: Authorized<unknown, 'read', 'user'>; fromAt?: Date; toAt: Date; note?: string },
  ) => addDelegation(parts, actor, { ...given, toId: to.id }),
  edit: (actor: Actor, delegation: Own<'edit'>, given: Parameters<typeof editDelegation>[3]) =>
    editDelegation(parts, actor, delegation.row, given),
  end: (actor: Actor, delegation: Own<'end'>, version: number) => endDelegation(parts, actor, delegation.row, version),
  refuse: (actor: Actor, delegation: Own<'refuse'>, version: number) =>
    refuseDelegation(parts, actor, delegation.row, version),

  /** For the owners of records that set a delegation, such as a leave. One record has one delegation. */
  set: (trx: Trx, actor: Actor, given: SourcedDelegation) => setDelegation(parts, trx, actor, given),
  clear: (trx: Trx, actor: Actor, source: SourcedDelegation['source']) => clearDelegation(parts, trx, actor, source),

  /** Holders of the open assignments of a process at this moment. Empty unless it is under review. */
  async holdersOf(enterpriseId: number, processId: number, trx?: Trx): Promise<Holder[]> {
    const repo = processesRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId);
    const states = statesOf(await repo.reviews([processId], momentOf(parts.clock)), parts.clock.now());
    const approvals = states.map((state) => ({ ...state, stages: [state.stage] }));
    const found = await findDeputies(parts, enterpriseId, approvals, { trx });
    return states
      .filter(({ status }) => status === 'under_review')
      .flatMap(({ stage }) => stage.assignments.filter(({ status }) => status === 'open'))
      .map(({ assignmentId, userId }) => {
        const deputy = found.get(assignmentId)?.deputy ?? null;
        return { assignmentId, userId: deciderOf({ userId, deputy }), executorId: userId };
      });
  },
});
