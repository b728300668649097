import { stagesWithDeputies, statesWithDeputies } from '../delegations/holders.ts';
import { momentOf } from '../delegations/moment.ts';
import { findInactive } from '../gone.ts';
import { processesRepo } from '../process.repo.ts';
import { processState, stageAt, stageStates, statesOf, subjectOf } from '../process.states.ts';
import type { ProcessDetail, ProcessState, SubjectKey } from '../process.types.ts';
import type { ProcessesParts } from '../process-change.ts';
import { subjectKey } from '../subject-key.ts';
import { wholeProcess, type WholeProcess } from '../whole/whole.repo.ts';

/** States of the approvals of some subjects, with one statement for each kind. */
export async function stateOf(
  parts: ProcessesParts,
  enterpriseId: number,
  subjects: readonly SubjectKey[],
): Promise<Map<string, ProcessState>> {
  const repo = processesRepo(parts.tables.read, enterpriseId);
  const kinds = Map.groupBy(subjects, (subject) => subject.kind);
  const found = await Promise.all(
    [...kinds].map(([kind, some]) =>
      repo.reviewsOf(
        kind,
        some.map((subject) => subject.id),
        momentOf(parts.clock),
      ),
    ),
  );
  const states = await statesWithDeputies(parts, enterpriseId, statesOf(found.flat(), parts.clock.now()));
  return new Map(states.map((state) => [subjectKey(state.subject), state]));
}

export async function detail(
  parts: ProcessesParts,
  enterpriseId: number,
  by: SubjectKey | { id: number },
): Promise<ProcessDetail | null> {
  const found = await wholeProcess(parts.tables.read, enterpriseId, by, momentOf(parts.clock));
  return found ? describe(parts, enterpriseId, found) : null;
}

async function describe(parts: ProcessesParts, enterpriseId: number, found: WholeProcess): Promise<ProcessDetail> {
  const { row, ccIds, rounds } = found;
  const now = parts.clock.now();
  const subject = subjectOf(row);
  const stages = await stagesWithDeputies(parts, enterpriseId, {
    subject,
    projectId: row.project_id,
    starterId: row.starter_id,
    stages: stageStates(found.stages, row, now),
  });
  const history = found.history.map((entry) => ({
    id: entry.id,
    round: entry.round,
    position: entry.position,
    stageName: entry.stage_name,
    userId: entry.user_id,
    targetId: entry.target_id,
    forId: entry.for_id,
    action: entry.action,
    to: entry.reject_to,
    toPosition: entry.to_position,
    toStage: entry.to_stage,
    comment: entry.comment,
    at: entry.at,
  }));
  const people = [
    row.starter_id,
    ...ccIds,
    ...stages.map((stage) => stage.addedBy),
    ...rounds.flatMap((round) => [round.starterId, ...round.ccIds]),
    ...stages.flatMap((stage) =>
      stage.assignments.flatMap(({ userId, transferTo, decidedBy, deputy }) => [
        userId,
        transferTo,
        decidedBy,
        deputy?.userId ?? null,
      ]),
    ),
    ...history.flatMap((entry) => [entry.userId, entry.targetId, entry.forId]),
  ].filter((id): id is number => id !== null);
  const names = await parts.names(enterpriseId, [...new Set(people)]);
  const state = processState(row, stageAt(row, stages), now);
  const inactiveIn = await findInactive(parts, enterpriseId, names, [{ ...state, stages }]);
  return {
    ...state,
    templateId: row.template_id,
    ccIds,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    pauseReason: row.pause_reason,
    rounds,
    stages,
    history,
    names: new Map([...names].map(([id, { name }]) => [id, name])),
    inactive: inactiveIn(row.project_id),
  };
}
