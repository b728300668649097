import type { SignMode, AssignmentStatus } from '@prdm/contract/status';
import { sitters } from '../process.rules.ts';

interface PassingStage {
  readonly position: number;
  readonly name: string;
  readonly signMode: SignMode;
  readonly addedBy: number | null;
  readonly assignments: readonly {
    readonly assignmentId: number;
    readonly userId: number;
    readonly turn: number;
    readonly status: AssignmentStatus;
    readonly transferTo: number | null;
  }[];
}

/** An earlier pass in the round: the person and the stage. */
export interface EarlierPass {
  readonly userId: number;
  readonly stage: { readonly name: string; readonly position: number };
}

/** Valid passes of the round by person, the latest of each. `now` is the pass of this change. */
export function passesBefore(stages: readonly PassingStage[], now: EarlierPass): Map<number, EarlierPass> {
  const found = new Map<number, EarlierPass>();
  for (const stage of stages.toSorted((a, b) => a.position - b.position))
    for (const { userId, status } of stage.assignments) if (status === 'passed') found.set(userId, { userId, stage });
  return found.set(now.userId, now);
}

/**
 * The earlier pass that makes this stage needless, or null. Any-sign needs one of its people, the other modes need all.
 * A stage that somebody added on purpose is never needless. Neither is one that is partly decided.
 */
export function repeatOf(stage: PassingStage, before: ReadonlyMap<number, EarlierPass>): EarlierPass | null {
  const isUntouched = stage.assignments.every(({ status }) => status === 'waiting' || status === 'transferred');
  if (stage.addedBy !== null || !isUntouched) return null;
  const people = sitters(stage);
  const passes = people.flatMap((id) => before.get(id) ?? []);
  const isEnough = stage.signMode === 'any' ? passes.length > 0 : passes.length === people.length;
  return isEnough ? (passes[0] ?? null) : null;
}
