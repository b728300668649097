import type { ProcessAction } from '@prdm/contract/processes/kinds';

/** Fields of a history entry that the common order needs. */
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

/**
 * These entries are the effect of a decision, so they follow the review's entry. `pass` is one if the assigner passed the
 * last stage. Every other move of a task comes
 * before its effect on the review.
 */
const AFTER_REVIEW = new Set(['reviewPassed', 'reviewReturned', 'pass']);

/** The review has an entry for the same fact, with stage, person and reason. */
const TOLD_BY_REVIEW = new Set(['reviewReturned']);
/** The task has an entry for the same fact: submitted, paused, re-published, rejected. */
const TOLD_BY_TASK: ReadonlySet<ProcessAction> = new Set(['start', 'republish', 'pause', 'resume', 'cancel']);

/**
 * Both histories in one order, oldest first, with each fact once. Entries of the same millisecond belong to one
 * transaction. Among them the cause comes before the effect, and the id orders entries of one history. The stored
 * histories stay complete. Only this view leaves repeats out.
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
