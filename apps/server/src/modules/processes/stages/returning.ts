import { alreadyHandled, sitters } from '../process.rules.ts';
import { closeAssignments, commit, endStage, freshStage, openStage, type ProcessChange } from '../process-change.ts';
import type { NewStage } from '../process.rows.ts';
import type { StageState } from '../process.types.ts';

/** The new row of a stage that opens again. It keeps its identity and its executors. */
const again = (stage: StageState): NewStage => ({ ...stage, userIds: sitters(stage) });

/** Carries out a "not pass" to another stage of the round, and returns that stage. The assignments are closed before. */
export function returnTo(change: ProcessChange, stage: StageState, position: number): Promise<StageState> {
  return position < stage.position ? reopen(change, stage, position) : dropAdded(change, stage, position);
}

/**
 * Reopens an earlier stage, and resets all stages from there up to this one to waiting. All get new rows and new
 * assignments. Earlier decisions stay readable but do not count. A late decision cannot hit them.
 */
async function reopen(change: ProcessChange, stage: StageState, position: number): Promise<StageState> {
  const affected = change.stages.filter((one) => one.position >= position && one.position <= stage.position);
  await endStage(change, stage, { status: 'review_rejected', superseded: true });
  for (const one of affected)
    if (one.stageId !== stage.stageId && !(await change.writer.supersede(one.stageId, one.status)))
      throw alreadyHandled();
  await change.writer.addStages(change.row.id, change.row.round, affected.map(again));
  const fresh = await freshStage(change, position);
  await openStage(change, fresh);
  await commit(change, { position });
  return fresh;
}

/**
 * An added stage did not pass and goes back to the later stage that added it. It leaves the round with the added stages
 * between them, and the asking stage opens again with its remaining executors.
 */
async function dropAdded(change: ProcessChange, stage: StageState, position: number): Promise<StageState> {
  const gone = change.stages.filter((one) => one.position >= stage.position && one.position < position);
  await endStage(change, stage, { status: 'review_rejected', superseded: true });
  for (const one of gone) {
    if (one.stageId === stage.stageId) continue;
    await closeAssignments(change, one);
    if (!(await change.writer.supersede(one.stageId, one.status))) throw alreadyHandled();
  }
  await change.writer.shiftStages(change.row.id, change.row.round, position, -gone.length);
  const asking = await freshStage(change, stage.position);
  await openStage(change, asking);
  await commit(change, { added_stages: change.row.added_stages - gone.length });
  return asking;
}
