import { z } from 'zod';
import { limit, optionalText } from './kit/fields.ts';
import { endpoint } from './kit.ts';
import { LIMITS } from './limits.ts';
import { TASK_ACTIONS, taskRow } from './tasks.ts';

const nothing = z.strictObject({});

/**
 * The number of tasks in each list. A client that needs more asks again with a larger number, so that one answer is
 * consistent.
 */
const wanted = () => limit(LIMITS.unpagedMax).default(LIMITS.homeList);

/**
 * My work: my tasks to act on (each with one next action), tasks that wait for others, and my latest ongoing projects.
 * `word` filters all of it by task name and project name. Reviews that wait for me have their own list
 * (/apis/review/index).
 */
export const home = endpoint({
  method: 'GET',
  path: '/apis/fhome/index',
  access: 'signed-in',
  input: z.strictObject({ word: optionalText(50), today: wanted(), waiting: wanted() }),
  output: z.object({
    /** The number of each. Task counts stop at LIMITS.countCap + 1. */
    totals: z.object({ today: z.number(), waiting: z.number(), projects: z.number() }),
    today: z.array(taskRow.extend({ next: z.enum(TASK_ACTIONS) })),
    /**
     * `remind`: the target of a reminder: the task (`/apis/task/remind`) or its review (`/apis/review/remind` with
     * `process_id`).
     */
    waiting: z.array(
      taskRow.extend({ remind: z.enum(['task', 'review']).nullable(), process_id: z.number().nullable() }),
    ),
    projects: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        /** Unfinished tasks, counted as in /apis/task/statistics. */
        open: z.number(),
        overdue: z.number(),
        finished: z.number(),
        /** The next future deadline of a task that is neither finished nor paused. */
        next_deadline: z.string().nullable(),
      }),
    ),
  }),
});

/** Figures beside the menu. Each stops at LIMITS.countCap + 1. */
export const counts = endpoint({
  method: 'GET',
  path: '/apis/fhome/counts',
  access: 'signed-in',
  input: nothing,
  output: z.object({
    /** Tasks on which the reader has to act now. */
    todo: z.number(),
    overdue: z.number(),
    /** The part of `todo` that waits for the reader's acceptance. */
    confirm: z.number(),
    /** The part of `todo` with a transfer to the reader. */
    transfers: z.number(),
    waiting: z.number(),
    drafts: z.number(),
  }),
});
