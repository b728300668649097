import { z } from 'zod';
import { optionalText, whole } from './fields.ts';
import { endpoint } from './kit.ts';
import { LIMITS } from './limits.ts';
import { TASK_ACTIONS, taskRow } from './tasks.ts';

const nothing = z.strictObject({});

/** How many tasks of a list are wanted; whoever wants more asks again with a larger number, so that the answer is of one moment. */
const wanted = () => whole(1, LIMITS.unpagedMax).default(LIMITS.homeList);

/**
 * My work: what I have to do now (each with its one next action), what waits for others, and my latest ongoing projects. `word` narrows all
 * of it to what holds the word in its name or its project's. Reviews that wait for me are a list of their own (/apis/review/index).
 */
export const home = endpoint({
  method: 'GET',
  path: '/apis/fhome/index',
  access: 'signed-in',
  input: z.strictObject({ word: optionalText(50), today: wanted(), waiting: wanted() }),
  output: z.object({
    /** How many there are of each; those of tasks stop at LIMITS.countCap + 1. */
    totals: z.object({ today: z.number(), waiting: z.number(), projects: z.number() }),
    today: z.array(taskRow.extend({ next: z.enum(TASK_ACTIONS) })),
    waiting: z.array(taskRow),
    projects: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        /** Counted as /apis/task/statistics does, what is not finished. */
        open: z.number(),
        overdue: z.number(),
        finished: z.number(),
        /** The nearest deadline still to come, of what is neither finished nor paused. */
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
    /** Tasks on which I have to act now. */
    todo: z.number(),
    overdue: z.number(),
    /** Of `todo`: tasks that wait for my acceptance. */
    confirm: z.number(),
    /** Of `todo`: tasks somebody wants to hand over to me. */
    transfers: z.number(),
    waiting: z.number(),
    drafts: z.number(),
  }),
});
