import { ProcessFinished, StagePassed } from '../process.events.ts';
import { alreadyHandled } from '../process.rules.ts';
import {
  closeAssignments,
  emit,
  endStage,
  factsOf,
  note,
  notifyOpened,
  openStage,
  stageFactsOf,
  type ProcessChange,
} from '../process-change.ts';
import type { StageState } from '../process.types.ts';
import { passesBefore, repeatOf } from './repeats.rules.ts';

/** Result of a complete stage: the stages that are passed now, and the stage that opens. Without one the round ends. */
export interface Advance {
  readonly passed: readonly StageState[];
  readonly next: StageState | undefined;
}

/**
 * Ends a complete stage and opens the next one. Stages that repeat an earlier signature are passed at once. Each
 * signature on a task has a duty of its own, so nothing is passed over there. A stage behind a closed gate opens.
 */
export async function advance(change: ProcessChange, stage: StageState, byId: number): Promise<Advance> {
  await closeAssignments(change, stage);
  await endStage(change, stage, { status: 'review_complete' });
  const passed = [stage];
  let next = following(change, stage);
  const skips = next !== undefined && (await skipsHere(change));
  const before = passesBefore(change.stages, { userId: byId, stage });
  // The asking stage of an added one was open already, so its people still have to decide.
  const asked = stage.addedTo;
  while (skips && next && next.originId !== asked) {
    const repeat = repeatOf(next, before);
    if (repeat === null || (await change.parts.gates.refusalOf(change, next))) break;
    await passOver(change, next);
    await note(change, 'skip', { stage: next, targetId: repeat.userId, other: repeat.stage, byItself: true });
    passed.push(next);
    next = following(change, next);
  }
  if (next) await openStage(change, next);
  await addCopies(change, passed);
  return { passed, next };
}

const following = (change: ProcessChange, stage: StageState): StageState | undefined =>
  change.stages.find((one) => one.position === stage.position + 1);

const skipsHere = async ({ parts, row, actor, trx }: ProcessChange): Promise<boolean> =>
  row.subject_kind !== 'task' && (await parts.skipsRepeated(actor.enterpriseId, trx));

/** Passes a stage without a decision. Its assignments close. */
export async function passOver(change: ProcessChange, stage: StageState): Promise<void> {
  await closeAssignments(change, stage);
  const set = { status: 'review_complete', opened_at: change.at, ended_at: change.at } as const;
  if (!(await change.writer.setStage(stage.stageId, 'not_reviewed', set))) throw alreadyHandled();
}

/** Copies of a passed stage may read the approval from now on. */
async function addCopies(change: ProcessChange, passed: readonly StageState[]): Promise<void> {
  const ccIds = passed.flatMap((stage) => stage.options.ccIds);
  if (ccIds.length > 0) await change.writer.addCc(change.row.id, ccIds);
}

/** Columns of the process after the advance. */
export function columnsAfter(change: ProcessChange, { passed, next }: Advance) {
  if (next) return { position: next.position };
  const { position } = passed.at(-1) ?? change.row;
  return { position, status: 'review_complete' as const, finished_at: change.at };
}

/** Emits the events of an advance. Call it after `commit`. */
export async function emitAdvance(
  change: ProcessChange,
  { passed, next }: Advance,
  { byId, comment }: { byId: number; comment: string },
): Promise<void> {
  for (const [index, stage] of passed.entries())
    await emit(change, StagePassed, {
      ...stageFactsOf(change, stage),
      byId,
      comment: index === 0 ? comment : '',
      ccIds: [...stage.options.ccIds],
    });
  if (next) await notifyOpened(change, next);
  else await emit(change, ProcessFinished, { ...factsOf(change), byId, ccIds: await change.repo.cc(change.row.id) });
}
