import { fail } from '../../platform/errors.ts';
import type { TasksParts } from './tasks.parts.ts';

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
