import type { ProcessAction } from '@prdm/contract/processes';

/** What a task's own history and that of its review need to tell to be put in one order. */
interface Own {
  readonly id: number;
  readonly action: string;
  readonly at: Date;
}
interface OfReview {
  readonly id: number;
  readonly action: ProcessAction;
  readonly at_ms: number;
}

/** Written as the effect of a decision, so after the review's own entry; every other move of a task comes before what it does to the review. */
const AFTER_REVIEW = new Set(['reviewPassed', 'reviewReturned']);

/** The review's entry tells the same with stage, person and reason. */
const TOLD_BY_REVIEW = new Set(['reviewReturned']);
/** The task's own move tells the same: handed in, paused, re-published, rejected. */
const TOLD_BY_TASK: ReadonlySet<ProcessAction> = new Set(['start', 'republish', 'pause', 'resume', 'cancel']);

/**
 * What happened, once each, in the order in which it happened, oldest first. Entries of one millisecond are those of one transaction:
 * there cause stands before effect, and within one history its id decides. Both histories are kept whole: only what people read is this.
 */
export function timelineOf(own: readonly Own[], review: readonly OfReview[]): string[] {
  const isReviewKnown = review.length > 0;
  const entries = [
    ...own
      .filter(({ action }) => !(isReviewKnown && TOLD_BY_REVIEW.has(action)))
      .map(({ id, action, at }) => ({ key: `t${id}`, at: at.getTime(), rank: AFTER_REVIEW.has(action) ? 2 : 0, id })),
    ...review
      .filter(({ action }) => !TOLD_BY_TASK.has(action))
      .map(({ id, at_ms: at }) => ({ key: `p${id}`, at, rank: 1, id })),
  ];
  return entries.toSorted((a, b) => a.at - b.at || a.rank - b.rank || a.id - b.id).map(({ key }) => key);
}
