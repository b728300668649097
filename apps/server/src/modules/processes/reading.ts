import { whoIsGone } from './gone.ts';
import { processesRepo } from './processes.repo.ts';
import type { ProcessRow } from './processes.rows.ts';
import { processState, stageAt, stagesOf, statesOf } from './processes.states.ts';
import type { ProcessDetail, ProcessState, SubjectKey } from './processes.types.ts';
import type { ProcessesParts } from './step.ts';

/** How a subject stands in the maps of this module. */
export const subjectKey = ({ kind, id }: SubjectKey): string => `${kind}:${id}`;

/** Where the approvals of some subjects stand; one statement for each kind asked about. */
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
      ),
    ),
  );
  const states = statesOf(found.flat(), parts.clock.now());
  return new Map(states.map((state) => [subjectKey(state.subject), state]));
}

export async function detail(
  parts: ProcessesParts,
  enterpriseId: number,
  by: SubjectKey | { id: number },
): Promise<ProcessDetail | null> {
  const repo = processesRepo(parts.tables.read, enterpriseId);
  const [row] = 'kind' in by ? await repo.bySubjects(by.kind, [by.id]) : await repo.byIds([by.id]);
  return row ? describe(parts, enterpriseId, row) : null;
}

async function describe(parts: ProcessesParts, enterpriseId: number, row: ProcessRow): Promise<ProcessDetail> {
  const repo = processesRepo(parts.tables.read, enterpriseId);
  const now = parts.clock.now();
  const [stages, entries, ccIds] = await Promise.all([stagesOf(repo, row, now), repo.history(row.id), repo.cc(row.id)]);
  const history = entries.map((entry) => ({
    id: entry.id,
    round: entry.round,
    position: entry.position,
    stageName: entry.stage_name,
    userId: entry.user_id,
    targetId: entry.target_id,
    action: entry.action,
    to: entry.reject_to,
    comment: entry.comment,
    at: entry.at,
  }));
  const people = [
    row.starter_id,
    ...ccIds,
    ...stages.flatMap((stage) => stage.seats.flatMap((seat) => [seat.userId, seat.transferTo])),
    ...history.flatMap((entry) => [entry.userId, entry.targetId]),
  ].filter((id): id is number => id !== null);
  const names = await parts.names(enterpriseId, [...new Set(people)]);
  const state = processState(row, stageAt(row, stages), now);
  const goneIn = await whoIsGone(parts, enterpriseId, names, [{ ...state, stages }]);
  return {
    ...state,
    templateId: row.template_id,
    ccIds,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    pauseReason: row.pause_reason,
    stages,
    history,
    names: new Map([...names].map(([id, { name }]) => [id, name])),
    gone: goneIn(row.project_id),
  };
}
