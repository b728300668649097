import { LIMITS } from '@prdm/contract/limits';
import { isHandled, sitters, type AssignmentFacts } from '../process.rules.ts';

/** A delegation in force at the moment of the question. */
export interface Delegation {
  readonly id: number;
  readonly fromId: number;
  readonly toId: number;
  readonly toAt: Date;
}

/** The deputy who decides an assignment, until `until` at most: the earliest end of the chain. */
export interface Deputy {
  readonly userId: number;
  readonly until: Date;
}

/** Reasons why a delegated assignment stays with its own holder. */
export type Problem = 'loop' | 'too_long' | 'unfit';

/** The own delegation in force of each person. */
export type InForce = ReadonlyMap<number, Delegation>;

/** Result for one delegated assignment. `delegationId` is the first of the chain. */
export type Outcome = { readonly delegationId: number } & (
  | { readonly deputy: Deputy; readonly problem: null }
  | { readonly deputy: null; readonly problem: Problem }
);

/** Follows the delegations of a person to the one who has none. Null: the person has none in force. */
export function chainFrom(start: number, inForce: InForce): Outcome | null {
  const first = inForce.get(start);
  if (!first) return null;
  const seen = new Set([start]);
  let until = first.toAt;
  let last = first;
  for (let next: Delegation | undefined = first; next; next = inForce.get(last.toId)) {
    if (seen.has(next.toId)) return { delegationId: first.id, deputy: null, problem: 'loop' };
    if (seen.size > LIMITS.delegationHopsMax) return { delegationId: first.id, deputy: null, problem: 'too_long' };
    seen.add(next.toId);
    if (next.toAt < until) until = next.toAt;
    last = next;
  }
  return { delegationId: first.id, deputy: { userId: last.toId, until }, problem: null };
}

interface DelegatedAssignment extends AssignmentFacts {
  readonly decidedBy: number | null;
}

/** Facts of an approval that exclude deputies. */
export interface Excluding {
  readonly starterId: number;
  readonly authorIds: readonly number[];
  readonly isFit: (userId: number) => boolean;
}

/**
 * The deputies of the undecided assignments of a stage. An assignment without a result has no delegation. The end of a
 * chain must be fit and be neither the starter, an author of the work, nor in the stage already. If two
 * assignments lead to one person, the earlier turn gets the deputy.
 */
export function deputiesIn(
  stage: { readonly assignments: readonly DelegatedAssignment[] },
  inForce: InForce,
  { starterId, authorIds, isFit }: Excluding,
): Map<number, Outcome> {
  const found = new Map<number, Outcome>();
  const inStage = new Set([
    ...sitters(stage),
    ...stage.assignments.flatMap(({ transferTo, decidedBy }) => [transferTo ?? [], decidedBy ?? []].flat()),
  ]);
  const undecided = stage.assignments
    .filter(({ status }) => !isHandled(status))
    .toSorted((a, b) => a.turn - b.turn || a.assignmentId - b.assignmentId);
  for (const { assignmentId, userId } of undecided) {
    const outcome = chainFrom(userId, inForce);
    if (!outcome) continue;
    const end = outcome.deputy?.userId;
    if (end === undefined) found.set(assignmentId, outcome);
    else if (inStage.has(end) || end === starterId || authorIds.includes(end) || !isFit(end))
      found.set(assignmentId, { delegationId: outcome.delegationId, deputy: null, problem: 'unfit' });
    else {
      inStage.add(end);
      found.set(assignmentId, outcome);
    }
  }
  return found;
}
