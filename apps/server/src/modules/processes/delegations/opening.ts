import type { AskedDeputy } from '../process.events.ts';
import { emit, stageFactsOf, type ProcessChange } from '../process-change.ts';
import type { AssignmentState, StageState } from '../process.types.ts';
import { DelegationUnresolved } from './delegations.events.ts';

/** The executors whose assignments open now, and the deputies who act for some of them. */
export async function deputiesAsked(
  { parts, trx, actor }: ProcessChange,
  opened: readonly AssignmentState[],
): Promise<{ executorIds: number[]; deputies: AskedDeputy[] }> {
  const executorIds = opened.map(({ userId }) => userId);
  const delegated = opened.filter(({ deputy }) => deputy !== null);
  if (delegated.length === 0) return { executorIds, deputies: [] };
  const names = await parts.plainNames(
    trx,
    actor.enterpriseId,
    delegated.map(({ userId }) => userId),
  );
  const deputies = delegated.flatMap(({ userId: forId, deputy }) =>
    deputy === null ? [] : [{ userId: deputy.userId, forId, forName: names.get(forId) ?? '' }],
  );
  return { executorIds, deputies };
}

/** Delegated assignments without a fit deputy stay with their executors. Their heads and the starter hear of it. */
export async function notifyUnresolved(
  change: ProcessChange,
  stage: StageState,
  assignments: readonly AssignmentState[],
): Promise<void> {
  const { parts, trx, actor } = change;
  for (const { assignmentId, userId, delegation } of assignments) {
    if (delegation === null || delegation.problem === null) continue;
    const names = await parts.plainNames(trx, actor.enterpriseId, [userId]);
    const [headId] = await parts.headsOver(trx, actor.enterpriseId, userId);
    await emit(change, DelegationUnresolved, {
      ...stageFactsOf(change, stage),
      assignmentId,
      delegationId: delegation.delegationId,
      problem: delegation.problem,
      executor: { id: userId, name: names.get(userId) ?? '' },
      headId: headId ?? null,
    });
  }
}
