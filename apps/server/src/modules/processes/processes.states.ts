import type { ProcessesRepo, ReviewRow } from './processes.repo.ts';
import type { ProcessRow, StageRow } from './processes.rows.ts';
import { isOverdue, labelOf, tally } from './processes.rules.ts';
import type { ProcessState, StageState } from './processes.types.ts';

/** Stages of one process with their seats, in order of position. */
export async function stagesOf(repo: ProcessesRepo, row: ProcessRow, now: Date): Promise<StageState[]> {
  const stages = await repo.stages(row.id);
  return stages.map((stage) => stageState(stage, row.status, now));
}

function stageState(row: StageRow, status: ProcessRow['status'], now: Date): StageState {
  const stage = {
    stageId: row.id,
    position: row.position,
    name: row.name,
    status: row.status,
    signMode: row.sign_mode,
    days: row.days,
    dueAt: row.due_at,
    allowTransfer: row.allow_transfer,
    rejectTo: row.reject_to,
    seats: row.seats.map((seat) => ({
      seatId: seat.id,
      userId: seat.user_id,
      status: seat.status,
      transferTo: seat.transfer_to,
      decidedAt: seat.decided_at,
      comment: seat.comment,
    })),
  };
  return { ...stage, ...tally(stage), overdue: isOverdue(status, stage, now) };
}

/** Where a process stands; `stage` is the one at its position. */
export function processState(row: ProcessRow, stage: StageState, now: Date): ProcessState {
  return {
    processId: row.id,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name, pcPath: row.pc_path },
    projectId: row.project_id,
    starterId: row.starter_id,
    status: row.status,
    round: row.round,
    version: row.version,
    label: labelOf(row.status, stage, now),
    stageCount: row.stage_count,
    stage,
  };
}

/** The stage a process stands at. It always has one: position and stages are written together. */
export function stageAt(row: Pick<ProcessRow, 'id' | 'position'>, stages: readonly StageState[]): StageState {
  const stage = stages.find((one) => one.position === row.position);
  if (!stage) throw new Error(`process ${row.id} has no stage ${row.position}`);
  return stage;
}

/** Where processes stand, each given with its stage. */
export const statesOf = (rows: readonly ReviewRow[], now: Date): ProcessState[] =>
  rows.map(({ process, stage }) => processState(process, stageState(stage, process.status, now), now));
