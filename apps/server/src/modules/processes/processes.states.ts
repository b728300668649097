import type { ProcessesRepo } from './processes.repo.ts';
import type { ProcessRow, SeatRow, StageRow } from './processes.rows.ts';
import { isOverdue, labelOf, tally } from './processes.rules.ts';
import type { ProcessState, StageState } from './processes.types.ts';

/**
 * Stages of some processes with their seats, by process, in order of position; three statements however many there are.
 */
export async function stagesByProcess(
  repo: ProcessesRepo,
  rows: readonly ProcessRow[],
  now: Date,
  onlyCurrent = false,
): Promise<Map<number, StageState[]>> {
  if (rows.length === 0) return new Map();
  const stages = await repo.stages(
    rows.map((row) => row.id),
    onlyCurrent,
  );
  const seats = Map.groupBy(await repo.seats(stages.map((stage) => stage.id)), (seat) => seat.stage_id);
  const statusOf = new Map(rows.map((row) => [row.id, row.status]));
  const states = Map.groupBy(stages, (stage) => stage.process_id);
  return new Map(
    [...states].map(([processId, some]) => [
      processId,
      some.map((stage) => stageState(stage, seats.get(stage.id) ?? [], statusOf.get(processId) ?? 'cancelled', now)),
    ]),
  );
}

function stageState(row: StageRow, seats: readonly SeatRow[], status: ProcessRow['status'], now: Date): StageState {
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
    seats: seats.map((seat) => ({
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

/** States of some processes, by process id. */
export async function statesOf(
  repo: ProcessesRepo,
  rows: readonly ProcessRow[],
  now: Date,
): Promise<Map<number, ProcessState>> {
  const stages = await stagesByProcess(repo, rows, now, true);
  return new Map(rows.map((row) => [row.id, processState(row, stageAt(row, stages.get(row.id) ?? []), now)]));
}
