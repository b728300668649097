import { freshStage, note, openStage, type ProcessChange } from '../process-change.ts';
import type { StageState } from '../process.types.ts';
import { passOver } from './advance.ts';

interface EndedRound {
  readonly row: { readonly status: ProcessChange['row']['status']; readonly position: number };
  readonly stages: readonly StageState[];
}

/**
 * Position at which the next round begins. It is the stage that sent the work back to the starter, if it is `straight`
 * and the plan up to it is the same: as many stages, with the same names. A withdrawn round begins at 1.
 */
export function entryOf({ row, stages }: EndedRound, plan: readonly { readonly name: string }[]): number {
  const refused = stages.find((stage) => stage.position === row.position);
  const isRefusal =
    row.status === 'review_rejected' && refused?.assignments.some(({ status }) => status === 'not_passed') === true;
  if (!isRefusal || !refused.options.straight || refused.addedBy !== null) return 1;
  const planned = stages.filter((stage) => stage.addedBy === null);
  const position = planned.indexOf(refused) + 1;
  const isSame =
    planned.length === plan.length && planned.slice(0, position).every(({ name }, at) => name === plan[at]?.name);
  return isSame ? position : 1;
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
