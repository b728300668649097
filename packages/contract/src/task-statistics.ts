import { z } from 'zod';
import { flag, list } from './fields.ts';
import { endpoint, ref } from './kit.ts';

/** How many projects one call counts. */
export const COUNTED_PROJECTS_MAX = 100;

/** Exact, however many: what one call may read is bounded by its projects. */
const figures = z.object({
  /** Everything that the task list of the project shows without a filter: children, drafts one may see, paused and long-term tasks too. */
  total: z.number(),
  finished: z.number(),
  /** In the hands of the reviewers now: a review that was paused waits for nobody. */
  under_review: z.number(),
  /** The deadline has passed and still matters (`isOverdue`); one that is under review counts there as well. */
  overdue: z.number(),
});

const projectFigures = figures.extend({
  project_id: z.number(),
  /** The nearest deadline still to come, of what is neither finished nor paused. */
  next_deadline: z.string().nullable(),
});
export type ProjectFigures = z.output<typeof projectFigures>;

const entry = z.object({ id: z.number(), name: z.string() });
const cell = figures.extend({ stage: entry, profession: entry.nullable() });
export type StatisticsCell = z.output<typeof cell>;

/**
 * How the work in some projects stands, counted over the tasks that the caller sees in their lists; in the order of the ids. `detail`, for
 * one project alone, counts by stage and profession too, without the pairs that have no task.
 */
export const statistics = endpoint({
  method: 'GET',
  path: '/apis/task/statistics',
  access: 'signed-in',
  crossProject: true,
  input: z
    .strictObject({
      project_ids: list(ref('project'), COUNTED_PROJECTS_MAX)
        .pipe(z.array(z.number()).min(1, 'validation.required'))
        .transform((ids) => [...new Set(ids)]),
      detail: flag().default(false),
    })
    .refine(({ project_ids, detail }) => !detail || project_ids.length === 1, {
      path: ['project_ids'],
      message: 'tasks.detailOfOne',
    }),
  output: z.object({ list: z.array(projectFigures), cells: z.array(cell) }),
});
export type TaskStatistics = z.output<typeof statistics.output>;
