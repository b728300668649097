import type { OpinionGrade, OpinionState } from '@prdm/contract/processes/opinions';
import type { GateStage, Standing } from '../processes/index.ts';

/** The stage that raised an opinion. `origin_id` and `position` are those of its round. */
export interface RaisedBy {
  readonly round: number;
  readonly origin_id: number;
  readonly stage_name: string;
  readonly position: number;
}

/** Facts of an opinion for the rules. */
export interface OpinionFacts extends RaisedBy {
  readonly state: OpinionState;
  readonly author_id: number;
  readonly for_user_id: number | null;
  /** The thread holds an answer. */
  readonly answered: boolean;
}

export const isUnresolved = ({ state }: { readonly state: OpinionState }): boolean =>
  state === 'open' || state === 'answered';

/**
 * Position of the stage of an opinion in a round: the stage itself, else the one of the same name, else of the same
 * position, else the last one. If several have the name, the one at the same position counts, else the first.
 */
export function positionIn(raised: RaisedBy, round: number, stages: readonly GateStage[]): number {
  const ordered = stages.toSorted((a, b) => a.position - b.position);
  const own = raised.round === round ? ordered.find(({ originId }) => originId === raised.origin_id) : undefined;
  const named = ordered.filter(({ name }) => name === raised.stage_name);
  const there = ({ position }: GateStage): boolean => position === raised.position;
  const found = own ?? named.find(there) ?? named[0] ?? ordered.find(there) ?? ordered.at(-1);
  if (!found) throw new Error('a round has at least one stage');
  return found.position;
}

/** True if the opinion prevents the stage from passing: an unresolved principle opinion of this or an earlier stage. */
export const blocks = (
  opinion: RaisedBy & { readonly grade: OpinionGrade; readonly state: OpinionState },
  { round, stage, stages }: { round: number; stage: GateStage; stages: readonly GateStage[] },
): boolean =>
  opinion.grade === 'principle' && isUnresolved(opinion) && positionIn(opinion, round, stages) <= stage.position;

type Stage = Standing['stages'][number];

/**
 * The executor for whom this person acts in a stage, or null: the person, else the one whose deputy the person is or
 * was at the decision.
 */
export function actsFor(stage: Pick<Stage, 'assignments'>, userId: number): number | null {
  const present = stage.assignments.filter(({ status }) => status !== 'transferred');
  const own = present.find((one) => one.userId === userId);
  const other = present.find(({ deputy, decidedBy }) => deputy?.userId === userId || decidedBy === userId);
  return (own ?? other)?.userId ?? null;
}

/** The executor for whom a deputy changes an opinion of somebody else, or null. */
export function behalfOf(opinion: OpinionFacts, course: Course, userId: number): number | null {
  if (isOwn(opinion, userId) || isWorker(course, userId)) return null;
  for (const stage of course.stages.toSorted((a, b) => b.position - a.position)) {
    const holderId = actsFor(stage, userId);
    if (holderId !== null) return holderId === userId ? null : holderId;
  }
  return null;
}

/** The stage to which a new opinion of this person belongs: the one under review, else the first one. */
export function stageOf(
  { stage, stages }: Pick<Standing, 'stage' | 'stages'>,
  userId: number,
): { stage: Stage; holderId: number } | null {
  const inOrder = [stage, ...stages.toSorted((a, b) => a.position - b.position)];
  for (const one of inOrder) {
    const holderId = actsFor(one, userId);
    if (holderId !== null) return { stage: one, holderId };
  }
  return null;
}

/** Authors of the work and starters of the rounds. They answer, and end only own opinions. */
export const isWorker = (
  { authorIds, starterIds }: Pick<Standing, 'authorIds' | 'starterIds'>,
  userId: number,
): boolean => authorIds.includes(userId) || starterIds.includes(userId);

/** The process as the rules see it. `gone` are people who cannot act in it any more. */
export type Course = Pick<Standing, 'status' | 'round' | 'stage' | 'stages' | 'authorIds' | 'starterIds'> & {
  readonly gone: ReadonlySet<number>;
};

export const OPINION_CHANGES = ['edit', 'del', 'reply', 'close', 'keep', 'reopen'] as const;
export type OpinionChange = (typeof OPINION_CHANGES)[number];

const isOwn = (opinion: OpinionFacts, userId: number): boolean =>
  opinion.author_id === userId || opinion.for_user_id === userId;

/** True if a person of the opinion can still act in the round. A deputy and the executor for whom it was raised count. */
function isHeld({ author_id: authorId, for_user_id: forId }: OpinionFacts, { stages, gone }: Course): boolean {
  const people = forId === null ? [authorId] : [authorId, forId];
  return people.some((id) => !gone.has(id) && stages.some((stage) => actsFor(stage, id) !== null));
}

/**
 * The author or a deputy of the author, executors of later planned stages, and executors of the same stage if no person
 * of the opinion can act any more. Stages that an executor added do not count, because a colleague of the author
 * chose their people.
 */
function mayEnd(opinion: OpinionFacts, course: Course, userId: number): boolean {
  if (isOwn(opinion, userId)) return true;
  if (isWorker(course, userId) || course.gone.has(userId)) return false;
  if (course.stages.some((stage) => actsFor(stage, userId) === opinion.author_id)) return true;
  const position = positionIn(opinion, course.round, course.stages);
  const ends = (stage: Stage): boolean =>
    stage.position > position ? stage.addedBy === null : stage.position === position && !isHeld(opinion, course);
  return course.stages.some((stage) => ends(stage) && actsFor(stage, userId) !== null);
}

/** True if this person may make the change in a fitting state. */
export function mayChange(change: OpinionChange, opinion: OpinionFacts, course: Course, userId: number): boolean {
  if (change === 'edit' || change === 'del') return isOwn(opinion, userId);
  if (change === 'reply') return isWorker(course, userId);
  return mayEnd(opinion, course, userId);
}

/** The reason against a change in the present state, whoever asks. Null: it is possible. */
export type Obstacle = 'cancelled' | 'ended' | 'notEnded' | 'answered' | 'complete' | 'notUnderReview';

export function obstacleTo(
  change: OpinionChange,
  opinion: Pick<OpinionFacts, 'state' | 'answered'>,
  { status }: Pick<Standing, 'status'>,
): Obstacle | null {
  if (status === 'cancelled') return 'cancelled';
  if (change === 'reopen') {
    if (isUnresolved(opinion)) return 'notEnded';
    return status === 'under_review' ? null : 'notUnderReview';
  }
  if (!isUnresolved(opinion)) return 'ended';
  if (change !== 'edit' && change !== 'del') return null;
  // The opinions of a complete review stand on the signed record sheet.
  if (status === 'review_complete') return 'complete';
  return opinion.state === 'answered' || (change === 'del' && opinion.answered) ? 'answered' : null;
}

/** The state after a change. */
export const STATE_AFTER = {
  reply: 'answered',
  close: 'closed',
  keep: 'kept',
  reopen: 'open',
} as const satisfies Partial<Record<OpinionChange, OpinionState>>;

/** The changes that this person may make now. */
export const changesOf = (opinion: OpinionFacts, course: Course, userId: number): Record<OpinionChange, boolean> =>
  Object.fromEntries(
    OPINION_CHANGES.map((change) => [
      change,
      obstacleTo(change, opinion, course) === null && mayChange(change, opinion, course, userId),
    ]),
  ) as Record<OpinionChange, boolean>;
