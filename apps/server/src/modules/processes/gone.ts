import { isHandled } from './process.rules.ts';
import type { ProcessState, StageState } from './process.types.ts';
import type { ProcessesParts } from './process-change.ts';

/** People who cannot act in approvals of a project (null: without a project): inactive, or no member of it any more. */
export type InactiveIn = (projectId: number | null) => ReadonlySet<number>;

type Running = Pick<ProcessState, 'status' | 'projectId'> & { readonly stages: readonly StageState[] };

/**
 * Finds people who cannot act, for the marks of unassignable assignments. Never use it for rights. `people` carries the
 * status of each person. Membership takes one query for each project with a running approval.
 */
export async function findInactive(
  parts: Pick<ProcessesParts, 'outsideOf'>,
  enterpriseId: number,
  people: ReadonlyMap<number, { status: string }>,
  approvals: readonly Running[],
): Promise<InactiveIn> {
  const inactive = [...people].filter(([, { status }]) => status !== 'active').map(([id]) => id);
  const queries = [...actingByProject(approvals)].map(
    async ([projectId, ids]) => [projectId, await parts.outsideOf(enterpriseId, projectId, [...ids])] as const,
  );
  const inactiveOf = new Map(
    (await Promise.all(queries)).map(([id, outside]) => [id, new Set([...inactive, ...outside])]),
  );
  const everywhere: ReadonlySet<number> = new Set(inactive);
  return (projectId) => (projectId === null ? everywhere : (inactiveOf.get(projectId) ?? everywhere));
}

function actingByProject(approvals: readonly Running[]): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const { status, projectId, stages } of approvals) {
    if (projectId === null || (status !== 'under_review' && status !== 'paused')) continue;
    const waiting = stages.flatMap(({ assignments }) =>
      assignments.filter((assignment) => !isHandled(assignment.status)),
    );
    const acting = waiting.map((assignment) => assignment.transferTo ?? assignment.userId);
    if (acting.length > 0) found.set(projectId, new Set([...(found.get(projectId) ?? []), ...acting]));
  }
  return found;
}
