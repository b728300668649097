import { fail } from '../../../platform/errors.ts';
import { deputiesBefore, sitters, type AssignmentFacts } from '../process.rules.ts';
import { isOwnCheckIn } from './own-check.ts';

interface SeparateStage {
  readonly name: string;
  readonly position: number;
  readonly addedBy: number | null;
  readonly options: { readonly separate: boolean };
  readonly assignments: readonly AssignmentFacts[];
}

/**
 * True if the stage demands a person of its own and this one decides another such stage of the round (decisions.md 5.2:
 * proofreader, reviewer and approver are different people). A deputy who decided there counts too. A stage without this
 * demand and the own check do not count.
 */
export const isElsewhere = (
  stages: readonly SeparateStage[],
  stage: Omit<SeparateStage, 'assignments'>,
  userId: number,
) =>
  stage.options.separate &&
  stages.some(
    (other) =>
      other.options.separate &&
      other.position !== stage.position &&
      !isOwnCheckIn(stages, other) &&
      [...sitters(other), ...deputiesBefore(other)].includes(userId),
  );

export function assertSeparate(
  stages: readonly SeparateStage[],
  stage: Omit<SeparateStage, 'assignments'>,
  userId: number,
  field: string,
): void {
  if (isElsewhere(stages, stage, userId)) throw fail.invalid(field, 'processes.targetElsewhere');
}
