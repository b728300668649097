import { isHandled } from './processes.rules.ts';
import type { ProcessState, StageState } from './processes.types.ts';
import type { ProcessesParts } from './step.ts';

/** Who cannot act any more in approvals of a project (null: of none): works here no more, or has left that project. */
export type GoneIn = (projectId: number | null) => ReadonlySet<number>;

type Running = Pick<ProcessState, 'status' | 'projectId'> & { readonly stages: readonly StageState[] };

/**
 * For the marks of stranded seats; never for rights. The directory remembers who works here (`people`); whether those who are to act are
 * still in the project is asked once for each project of the approvals that run.
 */
export async function whoIsGone(
  parts: Pick<ProcessesParts, 'outsideOf'>,
  enterpriseId: number,
  people: ReadonlyMap<number, { status: string }>,
  approvals: readonly Running[],
): Promise<GoneIn> {
  const away = [...people].filter(([, { status }]) => status !== 'active').map(([id]) => id);
  const asked = [...actingByProject(approvals)].map(
    async ([projectId, ids]) => [projectId, await parts.outsideOf(enterpriseId, projectId, [...ids])] as const,
  );
  const goneFrom = new Map((await Promise.all(asked)).map(([id, outside]) => [id, new Set([...away, ...outside])]));
  const everywhere: ReadonlySet<number> = new Set(away);
  return (projectId) => (projectId === null ? everywhere : (goneFrom.get(projectId) ?? everywhere));
}

function actingByProject(approvals: readonly Running[]): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  for (const { status, projectId, stages } of approvals) {
    if (projectId === null || (status !== 'under_review' && status !== 'paused')) continue;
    const waiting = stages.flatMap(({ seats }) => seats.filter((seat) => !isHandled(seat.status)));
    const acting = waiting.map((seat) => seat.transferTo ?? seat.userId);
    if (acting.length > 0) found.set(projectId, new Set([...(found.get(projectId) ?? []), ...acting]));
  }
  return found;
}
