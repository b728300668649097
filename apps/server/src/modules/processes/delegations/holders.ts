import type { Trx } from '../../../platform/db.ts';
import { isHandled } from '../process.rules.ts';
import type { ProcessesParts } from '../process-change.ts';
import type { AssignmentState, ProcessState, StageState, SubjectKey } from '../process.types.ts';
import { subjectKey } from '../subject-key.ts';
import { chainFrom, deputiesIn, type Delegation, type InForce, type Outcome } from './chain.rules.ts';
import { delegationsRepo } from './delegations.repo.ts';
import { momentOf, type Moment } from './moment.ts';

/** One approval and the stages whose deputies are asked for. */
export interface Delegated {
  readonly subject: SubjectKey;
  readonly projectId: number | null;
  readonly starterId: number;
  readonly stages: readonly StageState[];
}

export type HolderParts = Pick<ProcessesParts, 'tables' | 'clock' | 'registry' | 'fitness' | 'kindsOfPeople'>;

const asks = ({ delegated, status }: AssignmentState): boolean => delegated && !isHandled(status);

/**
 * The deputies of undecided assignments, by assignment. It sends no statement unless an executor has a delegation in
 * force, which the statement of the stages has found. Inside a transaction it reads with `trx`.
 */
export async function findDeputies(
  parts: HolderParts,
  enterpriseId: number,
  approvals: readonly Delegated[],
  { trx, moment = momentOf(parts.clock) }: { trx?: Trx; moment?: Moment } = {},
): Promise<ReadonlyMap<number, Outcome>> {
  const touched = approvals.filter(({ stages }) => stages.some(({ assignments }) => assignments.some(asks)));
  if (touched.length === 0) return new Map();
  const executors = touched.flatMap(({ stages }) =>
    stages.flatMap(({ assignments }) => assignments.filter(asks).map(({ userId }) => userId)),
  );
  const inForce = await inForceFrom(parts, enterpriseId, [...new Set(executors)], { trx, moment });
  const ends = [...new Set(executors)].flatMap((id) => chainFrom(id, inForce)?.deputy?.userId ?? []);
  const [fitness, authors] = [
    await parts.fitness(enterpriseId, [...new Set(ends)], trx),
    await parts.registry.authorsOfMany(
      enterpriseId,
      touched.map(({ subject }) => subject),
      trx,
    ),
  ];
  return new Map(
    touched.flatMap(({ subject, projectId, starterId, stages }) => {
      const authorIds = authors.get(subjectKey(subject)) ?? [];
      const isFit = (userId: number) => fitness.get(userId)?.(projectId) === 'fit';
      return stages.flatMap((stage) => [...deputiesIn(stage, inForce, { starterId, authorIds, isFit })]);
    }),
  );
}

/** Delegations of and to people who do not work here, and those of partners, have no effect. */
async function inForceFrom(
  parts: HolderParts,
  enterpriseId: number,
  userIds: readonly number[],
  { trx, moment }: { trx?: Trx; moment: Moment },
): Promise<InForce> {
  const db = trx ? parts.tables.within(trx) : parts.tables.read;
  const found = await delegationsRepo(db, enterpriseId).chainsFrom(userIds, moment);
  const people = [...new Set(found.flatMap(({ fromId, toId }) => [fromId, toId]))];
  const kinds = await parts.kindsOfPeople(enterpriseId, people, trx);
  const isColleague = (id: number) => kinds.get(id)?.status === 'active' && kinds.get(id)?.type !== 'partner';
  const works = ({ fromId, toId }: Delegation) => isColleague(fromId) && isColleague(toId);
  return new Map(found.filter(works).map((one) => [one.fromId, one]));
}

const withOutcome = (stage: StageState, found: ReadonlyMap<number, Outcome>): StageState => ({
  ...stage,
  assignments: stage.assignments.map((assignment) => {
    const outcome = found.get(assignment.assignmentId);
    return outcome ? { ...assignment, deputy: outcome.deputy, delegation: outcome } : assignment;
  }),
});

/** Stages of one approval with the deputies of their undecided assignments. */
export async function stagesWithDeputies(
  parts: HolderParts,
  enterpriseId: number,
  approval: Delegated,
  trx?: Trx,
): Promise<StageState[]> {
  const found = await findDeputies(parts, enterpriseId, [approval], { trx });
  return found.size === 0 ? [...approval.stages] : approval.stages.map((stage) => withOutcome(stage, found));
}

/** States with the deputies of the stage under review. */
export async function statesWithDeputies(
  parts: HolderParts,
  enterpriseId: number,
  states: readonly ProcessState[],
): Promise<ProcessState[]> {
  const running = states.filter(({ status }) => status === 'under_review');
  const found = await findDeputies(
    parts,
    enterpriseId,
    running.map((state) => ({ ...state, stages: [state.stage] })),
  );
  return found.size === 0 ? [...states] : states.map((state) => ({ ...state, stage: withOutcome(state.stage, found) }));
}

/** The person who decides an open assignment now: its deputy, else its executor. */
export const deciderOf = ({ deputy, userId }: Pick<AssignmentState, 'deputy' | 'userId'>): number =>
  deputy?.userId ?? userId;
