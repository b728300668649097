import type { Principal } from '@prdm/access';
import type { TaskStatistics } from '@prdm/contract/tasks/statistics';
import { countTasks, type Counted, type CountedRow } from './statistics.repo.ts';
import type { TaskScope } from '../list/list.repo.ts';
import type { TasksParts } from '../parts.ts';
import { wireTimeOrNull } from '../page/present.ts';
import { taskScopeIn } from '../list/list.service.ts';

const NONE: Counted = { total: 0, finished: 0, under_review: 0, overdue: 0 };
const counts = ({ total, finished, under_review, overdue }: Counted): Counted => ({
  total,
  finished,
  under_review,
  overdue,
});

/** Read scope over these authorised projects. It equals the scope of each project's own list. */
const taskScopeOfAll = (principal: Principal, projectIds: readonly number[]): TaskScope => ({
  userId: principal.userId,
  projects: projectIds,
  drafts: projectIds.filter((id) => {
    const { drafts } = taskScopeIn(principal, id);
    return drafts === 'all' || drafts.includes(id);
  }),
});

const counted = (
  parts: TasksParts,
  principal: Principal,
  { projectIds, detail }: { projectIds: readonly number[]; detail: boolean },
): Promise<CountedRow[]> =>
  countTasks(parts.tables.read, principal.enterpriseId, {
    scope: taskScopeOfAll(principal, projectIds),
    now: parts.clock.now(),
    detail,
  });

const wholeOf = (rows: readonly CountedRow[]): ReadonlyMap<number, CountedRow> =>
  new Map(rows.filter((row) => row.is_whole).map((row) => [row.project_id, row]));

/** Counts by project. A project without a task is absent. */
export const countedOf = async (
  parts: TasksParts,
  principal: Principal,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, CountedRow>> =>
  projectIds.length === 0 ? new Map() : wholeOf(await counted(parts, principal, { projectIds, detail: false }));

/** Statistics of some projects, restricted to tasks that the person can read. */
export async function taskStatistics(
  parts: TasksParts,
  principal: Principal,
  { projectIds, detail }: { projectIds: readonly number[]; detail: boolean },
): Promise<TaskStatistics> {
  const rows = await counted(parts, principal, { projectIds, detail });
  const whole = wholeOf(rows);
  return {
    list: projectIds.map((project_id) => ({
      project_id,
      ...counts(whole.get(project_id) ?? NONE),
      next_deadline: wireTimeOrNull(whole.get(project_id)?.next_deadline ?? null),
    })),
    cells: await cellsOf(
      parts,
      principal.enterpriseId,
      rows.filter((row) => !row.is_whole),
    ),
  };
}

async function cellsOf(parts: TasksParts, enterpriseId: number, rows: readonly CountedRow[]) {
  const ids = rows.flatMap(({ stage_id, profession_id }) => [stage_id, profession_id]).filter((id) => id !== null);
  // Includes disabled entries, because tasks still use them.
  const entries = await parts.config.entries(enterpriseId, [...new Set(ids)]);
  const named = (id: number) => ({ id, name: entries.get(id)?.name ?? '' });
  return rows.flatMap((row) =>
    row.stage_id === null
      ? []
      : [
          {
            stage: named(row.stage_id),
            profession: row.profession_id === null ? null : named(row.profession_id),
            ...counts(row),
          },
        ],
  );
}
