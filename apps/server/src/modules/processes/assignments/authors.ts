import { isOwnCheckIn } from './own-check.ts';
import type { ProcessChange } from '../process-change.ts';

/** People who would review their own work in this stage. */
export interface Own {
  readonly starterId: number;
  readonly authorIds: readonly number[];
}

/**
 * People who may not take an assignment of this stage over. They would review their own work (separation rule,
 * decisions.md 5.2). The planner of the stages may name them and gets a warning. A transfer may not. Only the own check
 * (自校) may go from author to author.
 */
export async function ownIn(
  { parts, trx, actor, row, stages }: ProcessChange,
  stage: Pick<ProcessChange['stages'][number], 'name' | 'position' | 'addedBy'>,
): Promise<Own> {
  const subject = { kind: row.subject_kind, id: row.subject_id };
  const authorIds = isOwnCheckIn(stages, stage) ? [] : await parts.registry.authorsOf(trx, actor.enterpriseId, subject);
  return { starterId: row.starter_id, authorIds };
}
