import type { AssignmentStatus, StageStatus } from '@prdm/contract/status';
import { momentOf } from '../delegations/moment.ts';
import type { SubjectKey } from '../process.types.ts';
import { subjectKey } from '../subject-key.ts';
import type { ProcessesParts } from '../process-change.ts';
import { roundsRepo, type RoundStage } from './rounds.repo.ts';

/** `skipped`: the stage passed without a signature of this person. `waiting`: there is none yet, or the round ended before. */
export type SignatureResult = 'passed' | 'not_passed' | 'skipped' | 'waiting';

export interface Signature {
  readonly round: number;
  readonly position: number;
  readonly stageName: string;
  /** The person who signed or has to sign. */
  readonly userId: number;
  /** The executor for whom a deputy signed. */
  readonly forId: number | null;
  readonly result: SignatureResult;
  readonly at: Date | null;
}

/** A closed assignment was skipped only in a stage that passed. A withdrawal, a "not pass" or a cancellation skips no signature. */
function resultOf(status: Exclude<AssignmentStatus, 'transferred'>, stage: StageStatus): SignatureResult {
  if (status === 'passed' || status === 'not_passed') return status;
  return status === 'closed' && stage === 'review_complete' ? 'skipped' : 'waiting';
}

/** One signature for each executor of each stage. The successor of a transfer takes the place of the first one. */
export const signaturesIn = (stages: readonly RoundStage[]): Signature[] =>
  stages.flatMap((stage) =>
    stage.assignments.flatMap(({ user_id: executorId, decided_by: by, status, decided_at: at }) =>
      status === 'transferred'
        ? []
        : [
            {
              round: stage.round,
              position: stage.position,
              stageName: stage.name,
              userId: by ?? executorId,
              forId: by === null || by === executorId ? null : executorId,
              result: resultOf(status, stage.status),
              at: status === 'passed' || status === 'not_passed' ? at : null,
            },
          ],
    ),
  );

/** Signatures of all rounds, and the profession of the subject, for the check record sheet. */
export async function recordOf(
  parts: ProcessesParts,
  enterpriseId: number,
  { processId, subject }: { processId: number; subject: SubjectKey },
): Promise<{ signatures: Signature[]; professionName: string }> {
  const [stages, professions] = await Promise.all([
    roundsRepo(parts.tables.read, enterpriseId).stages(processId, momentOf(parts.clock)),
    parts.registry.professionsOf(enterpriseId, [subject]),
  ]);
  return { signatures: signaturesIn(stages), professionName: professions.get(subjectKey(subject))?.name ?? '' };
}
