import { z } from 'zod';
import { content } from './kit/content.ts';
import { limit, optionalText } from './kit/fields.ts';
import { crumb } from './files/fields.ts';
import { endpoint } from './kit.ts';
import { FILE_TYPES } from './kit/file-names.ts';
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

/** Entries in each list of `find`. */
const FOUND = { usual: 6, most: 20 } as const;

/**
 * Everything that the palette shows for a word, each list with at most `limit` entries that the reader may see. An empty word answers
 * empty lists. A word of one character finds no files.
 */
export const find = endpoint({
  method: 'GET',
  path: '/apis/fhome/find',
  access: 'signed-in',
  input: z.strictObject({ word: optionalText(50), limit: limit(FOUND.most).default(FOUND.usual) }),
  output: z.object({
    /** Ongoing projects, found by name, short name, number, pinyin and initials. The best match comes first. */
    projects: z.array(z.object({ id: z.number(), name: z.string(), item_number: z.string(), short_name: z.string() })),
    /** Tasks found by title or number: those of /apis/fhome/index first, then others that the reader may see. */
    tasks: z.array(
      taskRow
        .pick({
          id: true,
          number: true,
          project_id: true,
          project_name: true,
          deadline: true,
          is_long_term: true,
          status: true,
          review_status: true,
          label: true,
          overdue: true,
        })
        .extend({
          /** The title of the task. */
          name: z.string(),
          /** Whether the task is in one of the two lists of /apis/fhome/index. */
          mine: z.boolean(),
        }),
    ),
    /** Files and folders by name in all ongoing projects, as in /apis/file/search. The last changed one comes first. */
    files: z.array(
      z.object({
        kind: z.enum(['folder', 'file']),
        id: z.number(),
        name: z.string(),
        type: z.enum(FILE_TYPES),
        project_id: z.number(),
        project_name: z.string(),
        /** The folder that contains it. */
        folder_id: z.number(),
        /** The folders above, the root of the project first. */
        crumbs: z.array(crumb),
        updated_at: z.string(),
      }),
    ),
    /**
     * Active colleagues by name, pinyin and initials. An invited partner finds the people of the shared projects, without department and
     * position. Users with Company-user and contact data also find by phone, and get phone and email. Both are null for others.
     */
    people: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        thumb: z.string(),
        department_name: z.string(),
        position_name: z.string(),
        phone: content('contact', z.string().nullable()),
        email: content('contact', z.string().nullable()),
      }),
    ),
  }),
});
