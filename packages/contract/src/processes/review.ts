import { z } from 'zod';
import { content } from '../kit/content.ts';
import { done, flag, onceEach, optionalText, pageOf, paging, someOf, text, whole } from '../kit/fields.ts';
import { endpoint, quantity, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { PROCESS_ACTIONS, PROCESS_KINDS, REJECT_TO } from './kinds.ts';
import { PROCESS_STATUS, ASSIGNMENT_STATUS, SIGN_MODES, STAGE_STATUS, STATUS_LABELS } from '../status.ts';

/** Lists of a person's approvals: waiting for me, decided by me, started by me, carbon copies. */
export const REVIEW_STATES = ['todo', 'done', 'mine', 'cc'] as const;
/**
 * `at`: when the line entered the list. `due`: the deadline of its stage, with missing ones last. `name`: the name of
 * the subject.
 */
export const REVIEW_SORTS = ['at', 'due', 'name'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];
export type ReviewListState = (typeof REVIEW_STATES)[number];

/** Target of a "not pass". `stage`: the stage at a given position. */
export const RETURN_TO = ['starter', 'previous', 'stage'] as const;
export type ReturnTo = (typeof RETURN_TO)[number];

/** Place of an added stage: its decision comes before or after that of the present stage. */
export const ADD_SIGN_WHERE = ['before', 'after'] as const;
export type AddSignWhere = (typeof ADD_SIGN_WHERE)[number];

const person = z.object({ id: z.number(), name: z.string() });

const assignmentView = z.object({
  id: z.number(),
  user: person,
  status: z.enum(ASSIGNMENT_STATUS),
  /** The target of an unanswered transfer. */
  transfer_to: person.nullable(),
  /**
   * The assignee no longer works here or has left the project. The review cannot continue until that work is handed
   * over or the review restarts.
   */
  stranded: z.boolean(),
  /** While it is open and delegated: the deputy who decides it now, and until when at most. */
  deputy: z.object({ user: person, until: z.string() }).nullable(),
  /** The deputy who decided it for `user`. null: `user` decided. */
  decided_by: person.nullable(),
  comment: content('opinions', z.string()),
  decided_at: z.string().nullable(),
});

export const stageView = z.object({
  id: z.number(),
  /** Counted from 1. */
  position: z.number(),
  name: z.string(),
  status: z.enum(STAGE_STATUS),
  sign_mode: z.enum(SIGN_MODES),
  days: z.number().nullable(),
  due_at: z.string().nullable(),
  overdue: z.boolean(),
  allow_transfer: z.boolean(),
  reject_to: z.enum(REJECT_TO),
  /** The reviewer who added the stage during the review, with the reason. null: it was planned. */
  added_by: person.nullable(),
  added_reason: content('opinions', z.string()),
  passed: z.number(),
  needed: z.number(),
  /** The stage cannot pass while one of its assignments is unassignable. */
  stranded: z.boolean(),
  seats: z.array(assignmentView),
});

const reviewFacts = {
  process_id: z.number(),
  /** The kind of the subject: 'task', 'vacate' ..., with its id. */
  kind: z.string(),
  source_id: z.number(),
  /** In the masks of the reader. */
  name: z.string(),
  /** A second line of the owner, in the masks of the reader. Empty for most kinds. */
  detail: z.string(),
  /** The number of the subject, empty if its kind has none. */
  number: z.string(),
  pc_path: z.string(),
  project_id: z.number().nullable(),
  /** A project that the approval only refers to. `project_name` is that of either. */
  about_project_id: z.number().nullable(),
  project_name: z.string(),
  starter: person,
  status: z.enum(PROCESS_STATUS),
  label: z.enum(STATUS_LABELS),
  round: z.number(),
  stage_count: z.number(),
};

const reviewRow = z.object({
  /** Unique in its list: the assignment (todo), my action (done), the process (mine, cc). */
  line_id: z.number(),
  ...reviewFacts,
  /** An archived project does not open (443); the line shows this. */
  project_archived: z.boolean(),
  /** The profession of the subject, if it has one. */
  profession: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Unresolved review opinions of all grades. */
  unresolved: z.number(),
  /** The part of `unresolved` that waits for an answer of the starter. */
  unanswered: z.number(),
  /** The stage under review, or the last stage of the round. */
  stage: stageView
    .omit({ seats: true, days: true, allow_transfer: true, reject_to: true, added_by: true, added_reason: true })
    .extend({ executors: z.array(person) }),
  /**
   * state=todo: the assignment to act on. `answer` asks for confirm or refuse, `decide` for pass, not pass or
   * transfer.
   */
  seat: z
    .object({
      id: z.number(),
      ask: z.enum(['decide', 'answer']),
      /** The executor for whom I decide as deputy. */
      for_user: person.nullable(),
    })
    .nullable(),
  /** state=done: my action. A process that I decided twice has two lines. */
  action: z.enum(PROCESS_ACTIONS).nullable(),
  /** When it came to me (todo), when I decided (done), when it started (mine, cc). */
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
    /** Filter on the name or number of the subject, or on the name of its project. */
    word: optionalText(50),
    /** Only running, paused and returned approvals with opinions that wait for an answer of the starter. */
    unanswered: flag().optional(),
    sort: z.enum(REVIEW_SORTS).default('at'),
    /** Default: descending for `at`, ascending for the others. */
    order: z.enum(['asc', 'desc']).optional(),
    ...paging,
  }),
  output: pageOf(reviewRow),
});

const count = z.number();

/** Each count is exact up to LIMITS.countCap and stops one above. `kinds` splits my waiting reviews by kind. */
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

/** All data of one approval for its page. Modules that own a subject include it in their answers. */
export const processView = z.object({
  ...reviewFacts,
  cc: z.array(person),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  pause_reason: z.string(),
  /** The record differs from the copy of the round. Null: the kind keeps no copy. */
  changed: z.boolean().nullable(),
  /** All rounds, oldest first, each with the people of its own. */
  rounds: z.array(z.object({ round: z.number(), starter: person, cc: z.array(person), started_at: z.string() })),
  version: z.number(),
  /** The stages of the current round. */
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
      /** The executor for whom `user` acted as deputy. */
      for_user: person.nullable(),
      action: z.enum(PROCESS_ACTIONS),
      to: z.enum(RETURN_TO).nullable(),
      /**
       * Another stage of the entry: the target of `not_pass`, the added stage of `add_sign`, the stage that was passed
       * earlier of `skip`. Positions are those of that time.
       */
      to_position: z.number().nullable(),
      to_stage: z.string(),
      comment: content('opinions', z.string()),
      at: z.string(),
      /** The same time in milliseconds since 1970, because several events happen within a second. */
      at_ms: z.number(),
    }),
  ),
  /** The reader's possible actions. */
  can: z.object({
    /** My assignment to pass, not pass or transfer; null when it is not my turn. */
    decide_seat_id: z.number().nullable(),
    /** The executor for whom I decide as deputy. */
    for_user: person.nullable(),
    /** My own assignment is delegated: the deputy decides it, until then at most. */
    delegated: z.object({ user: person, until: z.string() }).nullable(),
    /** Targets of my "not pass". `position` is null for the starter. Empty when I cannot decide. */
    returns: z.array(z.object({ to: z.enum(RETURN_TO), position: z.number().nullable() })),
    /** I can add a stage before or after the present one. */
    add_sign: z.boolean(),
    /** An assignment with a pending transfer to me. */
    answer_seat_id: z.number().nullable(),
    /** My own pending transfer, which I can withdraw. */
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

const decision = <R extends 'decide' | 'answer'>(path: `/apis/review/${string}`, right: R) =>
  endpoint({
    method: 'POST',
    path,
    access: 'signed-in',
    input: z.strictObject({ seat_id: ref('seat', right), comment: optionalText(LIMITS.commentMax) }),
    output: done,
  });

/**
 * Passes a stage. Decisions name the assignment (`seat`), which belongs to one opening of one stage and takes one
 * decision. A second decision gets 1008 ("already handled"). A late retry therefore cannot affect a stage that was
 * opened again.
 */
export const pass = decision('/apis/review/pass', 'decide');

/**
 * Passes several assignments of the caller, each in a transaction of its own. A refused one does not stop the others:
 * its row has the code and the message that `pass` would answer. An id that the caller may not see refuses the call.
 */
export const passMany = endpoint({
  method: 'POST',
  path: '/apis/review/passMany',
  access: 'signed-in',
  crossProject: true,
  input: z.strictObject({
    seat_ids: onceEach(someOf(ref('seat'), LIMITS.reviewBatchMax)),
    comment: optionalText(LIMITS.commentMax),
  }),
  output: z.object({
    list: z.array(
      z.object({ id: z.number(), ok: z.boolean(), code: z.number().optional(), message: z.string().optional() }),
    ),
  }),
});

/**
 * Returns the process. `to` defaults to the previous stage if the stage allows it, else to the starter. `previous` needs
 * permission of the stage; at stage 1 it is the starter. `stage` needs `position`: an earlier stage if the limit of the
 * stage is `any`, or the stage that added this one.
 */
export const notPass = endpoint({
  method: 'POST',
  path: '/apis/review/notPass',
  access: 'signed-in',
  input: z.strictObject({
    seat_id: ref('seat', 'decide'),
    comment: text(LIMITS.commentMax),
    to: z.enum(RETURN_TO).optional(),
    position: quantity('position', whole(1, LIMITS.processStagesMax)).optional(),
  }),
  output: done,
});

/** Transfers an assignment. It stays with its executor until the target confirms; meanwhile neither can decide. */
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
/** The executor withdraws an unanswered transfer. */
export const transferWithdraw = decision('/apis/review/transferWithdraw', 'decide');

/**
 * Adds a stage to the running round. `before`: the present stage waits until the added one has passed. `after`: it
 * follows the present stage. Only an executor whose decision is open may add one. The next round does not have it.
 */
export const addSign = endpoint({
  method: 'POST',
  path: '/apis/review/addSign',
  access: 'signed-in',
  input: z.strictObject({
    seat_id: ref('seat', 'decide'),
    where: z.enum(ADD_SIGN_WHERE),
    /** Default: the name of the present stage with a mark. */
    name: optionalText(),
    user_ids: onceEach(someOf(ref('user'), LIMITS.executorsMax)),
    sign_mode: z.enum(SIGN_MODES).default('any'),
    reason: text(LIMITS.commentMax),
  }),
  output: done,
});

/** Withdraws the submission. Only the starter may do so, before the first pass of the round. */
export const withdraw = endpoint({
  method: 'POST',
  path: '/apis/review/withdraw',
  access: 'signed-in',
  input: z.strictObject({ id: ref('process', 'withdraw') }),
  output: done,
});

/** Notifies the pending reviewers again; once a day and process (1007). */
export const remind = endpoint({
  method: 'POST',
  path: '/apis/review/remind',
  access: 'signed-in',
  input: z.strictObject({ id: ref('process', 'remind') }),
  output: done,
});
