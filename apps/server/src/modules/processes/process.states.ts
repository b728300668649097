import type { Moment } from './delegations/moment.ts';
import type { ProcessesRepo, ReviewRow } from './process.repo.ts';
import type { ProcessSubject } from './process.events.ts';
import type { ProcessRow, StageRow } from './process.rows.ts';
import { isOverdue, labelOf, tally } from './process.rules.ts';
import type { ProcessState, StageState } from './process.types.ts';

/** Stages of one process with their assignments, ordered by position. */
export async function stagesOf(
  repo: ProcessesRepo,
  row: ProcessRow,
  { now, moment }: { now: Date; moment: Moment },
): Promise<StageState[]> {
  return stageStates(await repo.stages(row.id, moment), row, now);
}

export const stageStates = (stages: readonly StageRow[], row: ProcessRow, now: Date): StageState[] =>
  stages.map((stage) => stageState(stage, row.status, now));

function stageState(row: StageRow, status: ProcessRow['status'], now: Date): StageState {
  const stage = {
    stageId: row.id,
    originId: row.origin_id,
    position: row.position,
    name: row.name,
    status: row.status,
    signMode: row.sign_mode,
    days: row.days,
    dueAt: row.due_at,
    allowTransfer: row.allow_transfer,
    rejectTo: row.reject_to,
    options: { ccIds: row.cc_ids, separate: row.separate, straight: row.straight },
    addedBy: row.added_by,
    addedTo: row.added_to,
    addedReason: row.added_reason,
    assignments: row.assignments.map((assignment) => ({
      assignmentId: assignment.id,
      userId: assignment.user_id,
      turn: assignment.turn,
      status: assignment.status,
      transferTo: assignment.transfer_to,
      decidedAt: assignment.decided_at,
      decidedBy: assignment.decided_by,
      comment: assignment.comment,
      delegated: assignment.delegated,
      deputy: null,
      delegation: null,
    })),
  };
  return { ...stage, ...tally(stage), overdue: isOverdue(status, stage, now) };
}

export const subjectOf = (row: ProcessRow): ProcessSubject => ({
  kind: row.subject_kind,
  id: row.subject_id,
  name: row.subject_name,
  number: row.subject_number,
  pcPath: row.pc_path,
});

/** State of a process. `stage` is the one at its position. */
export function processState(row: ProcessRow, stage: StageState, now: Date): ProcessState {
  return {
    processId: row.id,
    subject: subjectOf(row),
    projectId: row.project_id,
    aboutId: row.about_project_id,
    starterId: row.starter_id,
    status: row.status,
    round: row.round,
    version: row.version,
    label: labelOf(row.status, stage, now),
    stageCount: row.stage_count,
    stage,
  };
}

/** Current stage of a process. Throws if it is missing. Position and stages are written together. */
export function stageAt(row: Pick<ProcessRow, 'id' | 'position'>, stages: readonly StageState[]): StageState {
  const stage = stages.find((one) => one.position === row.position);
  if (!stage) throw new Error(`process ${row.id} has no stage ${row.position}`);
  return stage;
}

/** States of processes, each with its stage. */
export const statesOf = (rows: readonly ReviewRow[], now: Date): ProcessState[] =>
  rows.map(({ process, stage }) => processState(process, stageState(stage, process.status, now), now));
