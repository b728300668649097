import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import type { ProcessesParts } from '../process-change.ts';
import { DelegationUnresolved } from '../process.events.ts';
import { processesRepo } from '../process.repo.ts';
import { statesOf } from '../process.states.ts';
import { reviewListsRepo } from '../reviews/reviews.repo.ts';
import { delegationsRepo, type StoredDelegation } from './delegations.repo.ts';
import { findDeputies } from './holders.ts';
import { momentOf } from './moment.ts';

/**
 * Reports the open assignments that a new or changed delegation cannot bring to a deputy: those of its giver, and of
 * people whose delegations lead to the giver. A delegation that begins later is judged at its begin.
 */
export async function reportUnresolved(
  parts: ProcessesParts,
  trx: Trx,
  actor: Actor,
  row: StoredDelegation,
): Promise<void> {
  const { enterpriseId } = actor;
  const tables = parts.tables.within(trx);
  const repo = delegationsRepo(tables, enterpriseId);
  const now = await repo.now(momentOf(parts.clock));
  const moment = row.from_at > now ? row.from_at : momentOf(parts.clock);
  const people = [row.from_id, ...(await repo.upstreamOf(row.from_id, moment))];
  const ids = await reviewListsRepo(tables, enterpriseId).openOf(people);
  if (ids.length === 0) return;
  const states = statesOf(await processesRepo(tables, enterpriseId).reviews(ids, moment), now);
  const approvals = states.map((state) => ({ ...state, stages: [state.stage] }));
  const found = await findDeputies(parts, enterpriseId, approvals, { trx, moment });
  for (const state of states)
    for (const { assignmentId, userId, status } of state.stage.assignments) {
      const outcome = found.get(assignmentId);
      if (status !== 'open' || !outcome || outcome.problem === null) continue;
      const names = await parts.plainNames(trx, enterpriseId, [userId]);
      const [headId] = await parts.headsOver(trx, enterpriseId, userId);
      await parts.bus.emit(trx, DelegationUnresolved, {
        actor,
        target: { kind: 'process', id: state.processId, name: state.subject.name },
        projectId: state.projectId,
        data: {
          processId: state.processId,
          subject: state.subject,
          projectId: state.projectId,
          starterId: state.starterId,
          round: state.round,
          step: state.version,
          stageName: state.stage.name,
          position: state.stage.position,
          assignmentId,
          delegationId: outcome.delegationId,
          problem: outcome.problem,
          executor: { id: userId, name: names.get(userId) ?? '' },
          headId: headId ?? null,
        },
      });
    }
}
