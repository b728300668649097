import type { ProcessView } from '@prdm/contract/processes/review';

type Stage = Pick<ProcessView['stages'][number], 'status' | 'passed'> & {
  readonly seats: readonly Pick<ProcessView['stages'][number]['seats'][number], 'status'>[];
};

/** The submitter withdrew the round at this stage: it was rejected, and no reviewer did it. */
export const isWithdrawn = ({ status, seats }: Stage): boolean =>
  status === 'review_rejected' && !seats.some((seat) => seat.status === 'not_passed');

/** The stage passed without a decision: its people had passed earlier, or an earlier round had passed it. */
export const isSkipped = ({ status, passed }: Pick<Stage, 'status' | 'passed'>): boolean =>
  status === 'review_complete' && passed === 0;

/**
 * The reason why a closed assignment has no decision. `colleague`: another person decided the stage. `skipped`: the stage
 * passed without a decision. `unsigned`: the round ended before a decision, by a withdrawal, a cancellation or a new round.
 */
export function closedBy(stage: Stage): 'colleague' | 'skipped' | 'unsigned' {
  if (isSkipped(stage)) return 'skipped';
  return stage.status === 'not_reviewed' || isWithdrawn(stage) ? 'unsigned' : 'colleague';
}

/** The reason why the words of a decision were not sent. `other`: the program cannot know it, for example in a new round. */
export type LeftBy = 'withdrawn' | 'paused' | 'transferred' | 'colleague' | 'other';

export function leftBy(process: Pick<ProcessView, 'status' | 'stages'>, assignmentId: number): LeftBy {
  const stage = process.stages.find(({ seats }) => seats.some(({ id }) => id === assignmentId));
  const seat = stage?.seats.find(({ id }) => id === assignmentId);
  if (stage === undefined || seat === undefined) return 'other';
  if (seat.status === 'transferred' || seat.status === 'transfer_awaiting') return 'transferred';
  if (isWithdrawn(stage)) return 'withdrawn';
  if (process.status === 'paused') return 'paused';
  return seat.status === 'closed' && closedBy(stage) === 'colleague' ? 'colleague' : 'other';
}
