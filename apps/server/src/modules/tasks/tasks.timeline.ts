/** What a task's own history and that of its review need to tell to be put in one order. */
interface Own {
  readonly id: number;
  readonly action: string;
  readonly at: Date;
}
interface OfReview {
  readonly id: number;
  readonly at_ms: number;
}

/** Written as the effect of a decision, so after the review's own entry; every other move of a task comes before what it does to the review. */
const AFTER_REVIEW = new Set(['reviewPassed', 'reviewReturned']);

/**
 * Both histories in the order in which things happened, oldest first. Entries of one millisecond are those of one transaction: there
 * cause stands before effect, and within one history its id decides.
 */
export function timelineOf(own: readonly Own[], review: readonly OfReview[]): string[] {
  const entries = [
    ...own.map(({ id, action, at }) => ({
      key: `t${id}`,
      at: at.getTime(),
      rank: AFTER_REVIEW.has(action) ? 2 : 0,
      id,
    })),
    ...review.map(({ id, at_ms: at }) => ({ key: `p${id}`, at, rank: 1, id })),
  ];
  return entries.toSorted((a, b) => a.at - b.at || a.rank - b.rank || a.id - b.id).map(({ key }) => key);
}
