import { fail } from '../../platform/errors.ts';
import type { TasksParts } from './tasks.parts.ts';
import type { StageRow } from './tasks.repo.ts';

/** Whoever is to do, decide or follow a task must be able to enter its project: others would get a notice and a closed door. */
export async function refuseStrangers(
  parts: TasksParts,
  enterpriseId: number,
  projectId: number,
  wanted: readonly { field: string; ids: readonly number[] }[],
): Promise<void> {
  const ids = [...new Set(wanted.flatMap((entry) => entry.ids))];
  if (ids.length === 0) return;
  const members = new Set(await parts.projects.membersAmong(enterpriseId, projectId, ids));
  for (const { field, ids: some } of wanted) {
    const strangers = some.filter((id) => !members.has(id));
    if (strangers.length === 0) continue;
    const names = await parts.organisation.names(enterpriseId, strangers);
    throw fail.invalid(field, 'tasks.notMember', {
      names: strangers.map((id) => names.get(id)?.name ?? String(id)).join('、'),
    });
  }
}

/** Who is to decide a stage must have the right to, in this project and now; the approval engine's own rule is asked. */
export async function refuseUnfitReviewers(
  parts: TasksParts,
  enterpriseId: number,
  projectId: number,
  stages: readonly StageRow[],
): Promise<void> {
  const ids = stages.flatMap((stage) => stage.executor_ids);
  const fitness = await parts.processes.fitness(enterpriseId, projectId, ids);
  const unfit = [...fitness].flatMap(([id, found]) => (found === 'fit' ? [] : [id]));
  if (unfit.length === 0) return;
  const names = await parts.organisation.names(enterpriseId, unfit);
  throw fail.invalid('stages', 'tasks.mayNotReview', {
    names: unfit.map((id) => names.get(id)?.name ?? String(id)).join('、'),
  });
}
