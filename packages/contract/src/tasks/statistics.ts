import { z } from 'zod';
import { flag, onceEach, someOf } from '../kit/fields.ts';
import { endpoint, ref } from '../kit.ts';

/** The largest number of projects in one call. */
export const COUNTED_PROJECTS_MAX = 100;

/** Exact at any size: the number of projects bounds the work of a call. */
const figures = z.object({
  /**
   * Everything in the unfiltered task list of the project: children, visible drafts, paused and long-term tasks too.
   */
  total: z.number(),
  finished: z.number(),
  /** Tasks that reviewers have to decide now. A paused review waits for nobody. */
  under_review: z.number(),
  /** The deadline has passed and still counts (`isOverdue`). A task under review also counts in `under_review`. */
  overdue: z.number(),
});

const projectFigures = figures.extend({
  project_id: z.number(),
  /** The next future deadline of a task that is neither finished nor paused. */
  next_deadline: z.string().nullable(),
});
export type ProjectFigures = z.output<typeof projectFigures>;

const entry = z.object({ id: z.number(), name: z.string() });
const cell = figures.extend({ stage: entry, profession: entry.nullable() });
export type StatisticsCell = z.output<typeof cell>;

/**
 * Task figures of some projects, in the order of the ids. They cover the tasks that the caller sees in the lists.
 * `detail`, for a single project, also counts by stage and profession, without pairs that have no task.
 */
export const statistics = endpoint({
  method: 'GET',
  path: '/apis/task/statistics',
  access: 'signed-in',
  crossProject: true,
  input: z
    .strictObject({
      project_ids: onceEach(someOf(ref('project'), COUNTED_PROJECTS_MAX)),
      detail: flag().default(false),
    })
    .refine(({ project_ids, detail }) => !detail || project_ids.length === 1, {
      path: ['project_ids'],
      message: 'tasks.detailOfOne',
    }),
  output: z.object({ list: z.array(projectFigures), cells: z.array(cell) }),
});
export type TaskStatistics = z.output<typeof statistics.output>;
