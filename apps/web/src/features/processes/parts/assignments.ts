import type { ProcessView } from '@prdm/contract/processes/review';

type Stage = ProcessView['stages'][number];
type Assignment = Stage['seats'][number];

/** An assignment of the current round and its stage, or null. */
export function assignmentIn(
  process: ProcessView,
  assignmentId: number,
): { stage: Stage; assignment: Assignment } | null {
  for (const stage of process.stages) {
    const assignment = stage.seats.find(({ id }) => id === assignmentId);
    if (assignment) return { stage, assignment };
  }
  return null;
}
