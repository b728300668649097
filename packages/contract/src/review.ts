import { z } from 'zod';
import { done, optionalText, pageOf, paging, text } from './fields.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { PROCESS_ACTIONS, PROCESS_KINDS, REJECT_TO } from './processes.ts';
import { PROCESS_STATUS, SEAT_STATUS, SIGN_MODES, STAGE_STATUS, STATUS_LABELS } from './status.ts';

/** Lists of a person's approvals: waiting for me, decided by me, started by me, carbon copies. */
export const REVIEW_STATES = ['todo', 'done', 'mine', 'cc'] as const;
export type ReviewListState = (typeof REVIEW_STATES)[number];

const person = z.object({ id: z.number(), name: z.string() });

const seatView = z.object({
  id: z.number(),
  user: person,
  status: z.enum(SEAT_STATUS),
  /** Who was asked to take the seat over and has not answered. */
  transfer_to: person.nullable(),
  /** It waits for somebody who does not work here any more or has left the project: it stands still until that work is handed over or the review begins anew. */
  stranded: z.boolean(),
  comment: z.string(),
  decided_at: z.string().nullable(),
});

export const stageView = z.object({
  id: z.number(),
  /** From 1. */
  position: z.number(),
  name: z.string(),
  status: z.enum(STAGE_STATUS),
  sign_mode: z.enum(SIGN_MODES),
  days: z.number().nullable(),
  due_at: z.string().nullable(),
  overdue: z.boolean(),
  allow_transfer: z.boolean(),
  reject_to: z.enum(REJECT_TO),
  passed: z.number(),
  needed: z.number(),
  /** It cannot be passed before a stranded seat of it has got somebody. */
  stranded: z.boolean(),
  seats: z.array(seatView),
});

const reviewFacts = {
  process_id: z.number(),
  /** What it is about: 'task', 'vacate' ..., with the id there. */
  kind: z.string(),
  source_id: z.number(),
  name: z.string(),
  pc_path: z.string(),
  project_id: z.number().nullable(),
  project_name: z.string(),
  starter: person,
  status: z.enum(PROCESS_STATUS),
  /** What a list shows. */
  label: z.enum(STATUS_LABELS),
  round: z.number(),
  stage_count: z.number(),
};

const reviewRow = z.object({
  /** Once in its list: the seat (todo), what I did (done), the process (mine, cc). */
  line_id: z.number(),
  ...reviewFacts,
  /** Nothing of an archived project opens (443); the line tells so. */
  project_archived: z.boolean(),
  /** Of the subject, where it has one. */
  profession: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The stage under review, or the one at which the round ended. */
  stage: stageView.omit({ seats: true, days: true, allow_transfer: true, reject_to: true }).extend({
    executors: z.array(person),
  }),
  /** state=todo: the seat to act on; `answer` asks for confirm or refuse, `decide` for pass, not pass or transfer. */
  seat: z.object({ id: z.number(), ask: z.enum(['decide', 'answer']) }).nullable(),
  /** state=done: what I did; a process decided twice stands there twice. */
  action: z.enum(PROCESS_ACTIONS).nullable(),
  /** When it came to me (todo), when I decided (done), when it began (mine, cc). */
  at: z.string(),
});
export type ReviewRow = z.output<typeof reviewRow>;

export const index = endpoint({
  method: 'GET',
  path: '/apis/review/index',
  access: 'signed-in',
  input: z.strictObject({
    kind: z.enum(PROCESS_KINDS).optional(),
    state: z.enum(REVIEW_STATES).default('todo'),
    project_id: ref('project').optional(),
    /** In the name of the subject or of its project. */
    word: optionalText(50),
    ...paging,
  }),
  output: pageOf(reviewRow),
});

const count = z.number();

/** Each count is exact up to LIMITS.countCap and stops one above. `kinds` splits what waits for me. */
export const counts = endpoint({
  method: 'GET',
  path: '/apis/review/counts',
  access: 'signed-in',
  input: z.strictObject({}),
  output: z.object({
    todo: count,
    done: count,
    mine: count,
    cc: count,
    kinds: z.record(z.string(), count),
  }),
});

/** Everything about one approval, as its page shows it; owners of subjects put it into their own answers. */
export const processView = z.object({
  ...reviewFacts,
  cc: z.array(person),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  pause_reason: z.string(),
  version: z.number(),
  /** The stages of the present round. */
  stages: z.array(stageView),
  /** All rounds, oldest first; the newest LIMITS.historyShown. */
  history: z.array(
    z.object({
      id: z.number(),
      round: z.number(),
      position: z.number().nullable(),
      stage_name: z.string(),
      user: person.nullable(),
      target: person.nullable(),
      action: z.enum(PROCESS_ACTIONS),
      to: z.enum(REJECT_TO).nullable(),
      comment: z.string(),
      at: z.string(),
      /** The same moment in milliseconds since 1970: several things happen within a second. */
      at_ms: z.number(),
    }),
  ),
  /** What the reader may do now. */
  can: z.object({
    /** My seat to pass, not pass or transfer; null when it is not my turn. */
    decide_seat_id: z.number().nullable(),
    /** A seat somebody wants to transfer to me. */
    answer_seat_id: z.number().nullable(),
    /** My own unanswered transfer, to be taken back. */
    take_back_seat_id: z.number().nullable(),
    withdraw: z.boolean(),
    remind: z.boolean(),
  }),
});
export type ProcessView = z.output<typeof processView>;

export const info = endpoint({
  method: 'GET',
  path: '/apis/review/info',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ id: ref('process') }),
  output: processView,
});

const decision = (path: `/apis/review/${string}`, right: 'decide' | 'answer') =>
  endpoint({
    method: 'POST',
    path,
    access: 'signed-in',
    input: z.strictObject({ seat_id: ref('seat', right), comment: optionalText(LIMITS.commentMax) }),
    output: done,
  });

/**
 * Decisions name the seat, which belongs to one opening of one stage and can be decided once: whoever comes second gets
 * 1008 ("already handled"), and a late repetition can never hit a stage that was opened again.
 */
export const pass = decision('/apis/review/pass', 'decide');

/**
 * `to` is the stage's own rule unless given; `previous` only where the stage allows it, and at stage 1 it is the
 * starter.
 */
export const notPass = endpoint({
  method: 'POST',
  path: '/apis/review/notPass',
  access: 'signed-in',
  input: z.strictObject({
    seat_id: ref('seat', 'decide'),
    comment: text(LIMITS.commentMax),
    to: z.enum(REJECT_TO).optional(),
  }),
  output: done,
});

/** The seat stays with its executor until the target confirms; meanwhile neither can decide. */
export const transfer = endpoint({
  method: 'POST',
  path: '/apis/review/transfer',
  access: 'signed-in',
  input: z.strictObject({
    seat_id: ref('seat', 'decide'),
    target_id: ref('user'),
    comment: optionalText(LIMITS.commentMax),
  }),
  output: done,
});
export const transferConfirm = decision('/apis/review/transferConfirm', 'answer');
export const transferRefuse = decision('/apis/review/transferRefuse', 'answer');
/** The executor takes back a transfer that nobody answered yet. */
export const transferWithdraw = decision('/apis/review/transferWithdraw', 'decide');

/** By the starter, before anybody passed in this round. */
export const withdraw = endpoint({
  method: 'POST',
  path: '/apis/review/withdraw',
  access: 'signed-in',
  input: z.strictObject({ id: ref('process', 'withdraw') }),
  output: done,
});

/** Tells those who have something to decide once more; once a day and process (1007). */
export const remind = endpoint({
  method: 'POST',
  path: '/apis/review/remind',
  access: 'signed-in',
  input: z.strictObject({ id: ref('process', 'remind') }),
  output: done,
});
