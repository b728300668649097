import { momentOf } from '../delegations/moment.ts';
import type { SubjectKey } from '../process.types.ts';
import { subjectKey } from '../subject-key.ts';
import type { ProcessesParts } from '../process-change.ts';
import { roundsRepo, type RoundStage } from './rounds.repo.ts';

/** `skipped`: the stage needed no signature of this person. */
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

const RESULTS = {
  passed: 'passed',
  not_passed: 'not_passed',
  closed: 'skipped',
  open: 'waiting',
  waiting: 'waiting',
  transfer_awaiting: 'waiting',
} as const;

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
              result: RESULTS[status],
              at: RESULTS[status] === 'passed' || RESULTS[status] === 'not_passed' ? at : null,
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
