import { z } from 'zod';
import { endpoint } from './kit.ts';
import { TASK_ACTIONS, taskRow } from './tasks.ts';

const nothing = z.strictObject({});

/**
 * My work: what I have to do now (each with its one next action), what waits for others, and my ongoing projects.
 * Reviews that wait for me are a list of their own (/apis/review/index).
 */
export const home = endpoint({
  method: 'GET',
  path: '/apis/fhome/index',
  access: 'signed-in',
  input: nothing,
  output: z.object({
    today: z.array(taskRow.extend({ next: z.enum(TASK_ACTIONS) })),
    waiting: z.array(taskRow),
    projects: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        open: z.number(),
        overdue: z.number(),
        finished: z.number(),
        /** The nearest deadline of an open task. */
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
