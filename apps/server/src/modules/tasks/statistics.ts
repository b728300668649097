import type { Principal } from '@prdm/access';
import type { TaskStatistics } from '@prdm/contract/task-statistics';
import { countTasks, type Counted, type CountedRow } from './statistics.repo.ts';
import type { Sight } from './tasks.list.ts';
import type { TasksParts } from './tasks.parts.ts';
import { wireTimeOrNull } from './tasks.present.ts';
import { sightOf } from './tasks.read.ts';

const NONE: Counted = { total: 0, finished: 0, under_review: 0, overdue: 0 };
const counts = ({ total, finished, under_review, overdue }: Counted): Counted => ({
  total,
  finished,
  under_review,
  overdue,
});

/** What the person sees in the lists of these projects, which were authorised, each as its own list would judge it. */
const sightOfAll = (principal: Principal, projectIds: readonly number[]): Sight => ({
  userId: principal.userId,
  projects: projectIds,
  drafts: projectIds.filter((id) => {
    const { drafts } = sightOf(principal, id);
    return drafts === 'all' || drafts.includes(id);
  }),
});

const counted = (
  parts: TasksParts,
  principal: Principal,
  { projectIds, detail }: { projectIds: readonly number[]; detail: boolean },
): Promise<CountedRow[]> =>
  countTasks(parts.tables.read, principal.enterpriseId, {
    sight: sightOfAll(principal, projectIds),
    now: parts.clock.now(),
    detail,
  });

const wholeOf = (rows: readonly CountedRow[]): ReadonlyMap<number, CountedRow> =>
  new Map(rows.filter((row) => row.is_whole).map((row) => [row.project_id, row]));

/** The counts of each of these projects; one without a task is absent. */
export const countedOf = async (
  parts: TasksParts,
  principal: Principal,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, CountedRow>> =>
  projectIds.length === 0 ? new Map() : wholeOf(await counted(parts, principal, { projectIds, detail: false }));

/** How the work in some projects stands, as far as the person sees it. */
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
  // Also entries that are offered no more: their tasks are still there.
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
