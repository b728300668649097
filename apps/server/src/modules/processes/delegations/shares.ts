import type { ProcessesParts } from '../process-change.ts';
import { processesRepo } from '../process.repo.ts';
import { statesOf } from '../process.states.ts';
import type { ProcessState } from '../process.types.ts';
import { reviewListsRepo } from '../reviews/reviews.repo.ts';
import { delegationsRepo } from './delegations.repo.ts';
import { statesWithDeputies } from './holders.ts';
import { momentOf } from './moment.ts';

/** Changes of a person's to-do list by delegations in force. */
export interface Shares {
  /** Own open assignments that a deputy decides now. */
  readonly lost: readonly number[];
  /** Open assignments of others that this person decides now, with their executor. */
  readonly gained: ReadonlyMap<number, number>;
  /** Projects of the gained ones. */
  readonly projectIds: readonly number[];
}

export const NO_SHARES: Shares = { lost: [], gained: new Map(), projectIds: [] };

/** Delegations in force that concern a person: an own one, and those of people that can lead here. */
export interface Touch {
  readonly gives: boolean;
  readonly upstream: readonly number[];
}

export async function sharesOf(
  parts: ProcessesParts,
  enterpriseId: number,
  userId: number,
  { gives, upstream }: Touch,
): Promise<Shares> {
  const people = [...new Set([...upstream, ...(gives ? [userId] : [])])];
  if (people.length === 0) return NO_SHARES;
  const processIds = await reviewListsRepo(parts.tables.read, enterpriseId).openOf(people);
  const states = await deputised(parts, enterpriseId, processIds);
  const gained = states.flatMap((state) =>
    openIn(state)
      .filter(({ deputy }) => deputy?.userId === userId)
      .map((assignment) => ({ ...assignment, projectId: state.projectId })),
  );
  const lost = states
    .flatMap(openIn)
    .filter((assignment) => assignment.userId === userId && assignment.deputy !== null)
    .map(({ assignmentId }) => assignmentId);
  return {
    lost,
    gained: new Map(gained.map(({ assignmentId, userId: executorId }) => [assignmentId, executorId])),
    projectIds: [...new Set(gained.flatMap(({ projectId }) => projectId ?? []))],
  };
}

const openIn = ({ status, stage }: ProcessState) =>
  status === 'under_review' ? stage.assignments.filter((one) => one.status === 'open') : [];

async function deputised(
  parts: ProcessesParts,
  enterpriseId: number,
  processIds: readonly number[],
): Promise<ProcessState[]> {
  if (processIds.length === 0) return [];
  const rows = await processesRepo(parts.tables.read, enterpriseId).reviews(processIds, momentOf(parts.clock));
  return statesWithDeputies(parts, enterpriseId, statesOf(rows, parts.clock.now()));
}

/** Those of the processes and assignments in which this person is a deputy now. */
export async function deputyIn(
  parts: ProcessesParts,
  enterpriseId: number,
  userId: number,
  processIds: readonly number[],
): Promise<{ readonly processIds: ReadonlySet<number>; readonly assignmentIds: ReadonlySet<number> }> {
  const none = { processIds: new Set<number>(), assignmentIds: new Set<number>() };
  if (processIds.length === 0) return none;
  const upstream = await delegationsRepo(parts.tables.read, enterpriseId).upstreamOf(userId, momentOf(parts.clock));
  if (upstream.length === 0) return none;
  const found = (await deputised(parts, enterpriseId, processIds)).flatMap((state) =>
    state.stage.assignments
      .filter(({ deputy }) => deputy?.userId === userId)
      .map(({ assignmentId }) => ({ processId: state.processId, assignmentId })),
  );
  return {
    processIds: new Set(found.map(({ processId }) => processId)),
    assignmentIds: new Set(found.map(({ assignmentId }) => assignmentId)),
  };
}
