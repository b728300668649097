import { freshStage, note, openStage, type ProcessChange } from '../process-change.ts';
import { isOwnCheck } from '../assignments/own-check.ts';
import type { StageDraft, StageState } from '../process.types.ts';
import { passOver } from './advance.ts';

/** A stage as it was planned, before any transfer. */
export type PlannedStage = Pick<StageDraft, 'name' | 'signMode' | 'executorIds'>;

interface EndedRound {
  readonly row: { readonly status: ProcessChange['row']['status']; readonly position: number };
  readonly stages: readonly StageState[];
  /** Its stages as they were planned. */
  readonly planned: readonly PlannedStage[];
}

/**
 * Position at which the next round begins. It is the stage that sent the work back to the starter, if it is `straight`
 * and the plan has as many stages. A stage before it that changed its name, sign mode or people begins the round
 * instead, and so does a stage that a present author of the work passed: no pass counts for people who did not give it.
 * A withdrawn round begins at 1.
 */
export function entryOf(
  { row, stages, planned }: EndedRound,
  plan: readonly PlannedStage[],
  authorIds: readonly number[] = [],
): number {
  const refused = stages.find((stage) => stage.position === row.position);
  const isRefusal =
    row.status === 'review_rejected' && refused?.assignments.some(({ status }) => status === 'not_passed') === true;
  if (!isRefusal || !refused.options.straight || refused.addedBy !== null) return 1;
  const kept = stages.filter((stage) => stage.addedBy === null);
  if (kept.length !== plan.length) return 1;
  const position = kept.indexOf(refused) + 1;
  const authors = new Set(authorIds);
  const changed = plan.findIndex((stage, at) => {
    if (at >= position) return true;
    // The stage that refused decides again, so only its name has to be the same.
    if (at === position - 1) return stage.name !== kept[at]?.name;
    return !isSameStage(stage, planned[at]) || isPassedBy(authors, kept[at], stage, plan.length);
  });
  return Math.min(position, changed + 1 || position);
}

const isSameStage = (stage: PlannedStage, before: PlannedStage | undefined): boolean =>
  before !== undefined &&
  stage.name === before.name &&
  stage.signMode === before.signMode &&
  stage.executorIds.length === before.executorIds.length &&
  stage.executorIds.every((id) => before.executorIds.includes(id));

/** True if an author passed the stage, or is planned for it. The own check belongs to the authors. */
function isPassedBy(
  authors: ReadonlySet<number>,
  stage: StageState | undefined,
  { name, executorIds }: PlannedStage,
  count: number,
): boolean {
  if (!stage || isOwnCheck({ name, position: stage.position }, count)) return false;
  const passers = stage.assignments.filter(({ status }) => status === 'passed').map(({ userId }) => userId);
  return [...passers, ...executorIds].some((id) => authors.has(id));
}

/** Begins a new round at this stage. Earlier stages keep the pass of the round before, and the history says so. */
export async function enterAt(change: ProcessChange, position: number): Promise<StageState> {
  const first = await freshStage(change, position);
  await note(change, 'republish', { stage: first });
  for (let earlier = 1; earlier < position; earlier += 1) {
    const stage = await freshStage(change, earlier);
    await passOver(change, stage);
    await note(change, 'skip', { stage, byItself: true });
  }
  await openStage(change, first);
  return first;
}
