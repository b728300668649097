import { z } from 'zod';
import { content } from './kit/content.ts';
import { blank, done, flag, hours, list, moment, optionalText, pageOf, paging, text, version } from './kit/fields.ts';
import { onPage } from './files/fields.ts';
import { conversion, endpoint, ref, type Bare } from './kit.ts';
import { LIMITS } from './limits.ts';
import { REJECT_TO } from './processes/kinds.ts';
import { executionDays, stageList } from './processes/templates.ts';
import { processView } from './processes/review.ts';
import { NOTIFY_WAYS, PRIORITIES, REVIEW_STATUS, SIGN_MODES, STATUS_LABELS, TASK_STATUS } from './status.ts';

export const TASK_KINDS = ['stask', 'task', 'temporary', 'other'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

export const TASK_TABS = ['all', 'mine', 'assigned', 'cc', 'review', 'temporary'] as const;
export type TaskTab = (typeof TASK_TABS)[number];
/**
 * `late` is the default order: overdue, open, stopped, finished tasks. Each group sorts by deadline, with missing ones
 * last.
 */
export const TASK_SORTS = ['late', 'deadline', 'created', 'priority'] as const;

/** Actions on a task, in display order. */
export const TASK_ACTIONS = [
  'publish',
  'republish',
  'start',
  'submit',
  'pass',
  'notPass',
  'transferConfirm',
  'transferRefuse',
  'transferWithdraw',
  'remind',
  'transfer',
  'reject',
  'edit',
  'addChild',
  'pause',
  'longTerm',
  'unmarkLongTerm',
  'del',
] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

const none = conversion(() => null);

/** In a partial change: an absent field stays, empty text (or null) clears it. */
const clearable = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(none), z.null(), schema]).optional();

/**
 * In a filter, 0 selects records without the reference, because no record has the id 0. Left out, it does not filter.
 * Null inside.
 */
const orNone = <T extends z.ZodType>(id: T) => z.union([id, z.literal([0, '0']).transform(none)]).optional();

/** `any` also accepts former employees whom a task already names. */
const people = <R extends string = 'read'>(right?: R) => list(ref('user', right), LIMITS.executorsMax);

/** One stage of the review: the reviewers, one or all of them, the days allowed, and the target of a "not pass". */
const reviewStage = <R extends string = 'read'>(right?: R) =>
  z.strictObject({
    name: text(LIMITS.nameMax),
    sign_mode: z.enum(SIGN_MODES, { error: 'validation.value' }).default('any'),
    days: executionDays(),
    executor_ids: people(right).default([]),
    allow_transfer: flag().default(true),
    reject_to: z.enum(REJECT_TO, { error: 'validation.value' }).default('starter'),
    cc_ids: people(right).default([]),
    separate: flag().default(false),
    straight: flag().default(false),
  });

const inOrder = ({ start_at, deadline }: { start_at?: Date | null; deadline?: Date | null }): boolean =>
  !start_at || !deadline || deadline >= start_at;

const person = z.object({ id: z.number(), name: z.string(), thumb: z.string() });
const entry = z.object({ id: z.number(), name: z.string() });

export const taskRow = z.object({
  id: z.number(),
  source_id: z.number(),
  /** Item number of the project and a serial, for example 2026-001-044. It never changes. */
  number: z.string(),
  project_id: z.number(),
  project_name: z.string(),
  parent_id: z.number().nullable(),
  kind: z.enum(TASK_KINDS),
  title: z.string(),
  /** Null in a non-project. */
  stage: entry.nullable(),
  profession: entry.nullable(),
  priority: z.enum(PRIORITIES),
  start_at: z.string().nullable(),
  deadline: z.string().nullable(),
  is_long_term: z.boolean(),
  status: z.enum(TASK_STATUS),
  review_status: z.enum(REVIEW_STATUS),
  label: z.enum(STATUS_LABELS),
  overdue: z.boolean(),
  progress: content('hours', z.number()),
  required_hours: z.number().nullable(),
  used_hours: content('hours', z.number()),
  assigner: person,
  executors: z.array(person),
  /** The people who have to act next. */
  holders: z.array(person),
  review: z
    .object({ stage: z.string(), position: z.number(), stages: z.number(), passed: z.number(), needed: z.number() })
    .nullable(),
  viewpoint_id: z.number().nullable(),
  created_at: z.string(),
  /** When the task got its present status. */
  status_since: z.string(),
  finished_at: z.string().nullable(),
  version: z.number(),
});
export type TaskRow = z.output<typeof taskRow>;
/** A row before the server cuts it for its reader. */
export type UncutTaskRow = z.input<typeof taskRow>;

/** Tasks of one project. Without project_id, of all projects that the caller may see. Never of archived projects. */
export const index = endpoint({
  method: 'GET',
  path: '/apis/task/index',
  access: 'signed-in',
  input: z.strictObject({
    project_id: ref('project').optional(),
    tab: z.enum(TASK_TABS).default('all'),
    status: list(z.enum(STATUS_LABELS), STATUS_LABELS.length).optional(),
    stage_id: ref('stage').optional(),
    profession_id: orNone(ref('profession')),
    /** Also accepts a former employee. */
    executor_id: ref('user', 'any').optional(),
    parent_id: ref('task').optional(),
    viewpoint_id: ref('viewpoint').optional(),
    priority: z.enum(PRIORITIES).optional(),
    word: optionalText(50),
    overdue: flag().optional(),
    sort: z.enum(TASK_SORTS).default('late'),
    /** Default: ascending for `late`, descending for the others. */
    order: z.enum(['asc', 'desc']).optional(),
    ...paging,
  }),
  output: pageOf(taskRow),
});

const plannedStage = z.object({
  position: z.number(),
  name: z.string(),
  sign_mode: z.enum(SIGN_MODES),
  days: z.number().nullable(),
  executors: z.array(person),
  allow_transfer: z.boolean(),
  reject_to: z.enum(REJECT_TO),
  cc: z.array(person),
  separate: z.boolean(),
  straight: z.boolean(),
});

const historyEntry = z.object({
  id: z.number(),
  round: z.number(),
  action: z.string(),
  user: person.nullable(),
  target: person.nullable(),
  from_status: z.string().nullable(),
  to_status: z.string(),
  hours: content('hours', z.number().nullable()),
  /** Text of the act. Texts of the review are opinions. */
  comment: content('opinions', z.string()),
  at: z.string(),
});

/** One full task with the caller's next actions. `why` is a translation key, null where the action is allowed. */
export const info = endpoint({
  method: 'GET',
  path: '/apis/task/info',
  access: 'signed-in',
  page: true,
  input: z.strictObject({ ...onPage, id: ref('task') }),
  output: taskRow.extend({
    description: z.string(),
    annotation: z.string(),
    notify_way: z.array(z.enum(NOTIFY_WAYS)),
    cc: z.array(person),
    needs_confirmation: z.boolean(),
    process_template_id: z.number().nullable(),
    round: z.number(),
    pause_reason: z.string(),
    /** Re-publishing with `resume` is possible: the task is paused and unchanged since. */
    can_resume: z.boolean(),
    reject_reason: content('opinions', z.string()),
    published_at: z.string().nullable(),
    started_at: z.string().nullable(),
    transfer: z
      .object({ from: person, to: person, asked_by: person, reason: z.string(), asked_at: z.string() })
      .nullable(),
    /** The executors that the reader may transfer: all of them for a manager, else only the reader. */
    transfer_from: z.array(z.number()),
    parent: z.object({ id: z.number(), number: z.string(), title: z.string() }).nullable(),
    children: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        title: z.string(),
        label: z.enum(STATUS_LABELS),
        required_hours: z.number().nullable(),
        used_hours: content('hours', z.number()),
        deadline: z.string().nullable(),
        executors: z.array(person),
      }),
    ),
    /**
     * The number of sub-tasks that the reader may see. The list stops at LIMITS.childrenShown, the number at
     * LIMITS.countCap + 1.
     */
    children_total: z.number(),
    /** The total hours of the children, 0 without any. */
    children_hours: z.number(),
    /** The review stages of the next submission. */
    stages: z.array(plannedStage),
    /** The current or last review with stages, assignments and history; null before the first submission. */
    process: processView.nullable(),
    /** Oldest first; the newest LIMITS.historyShown. */
    history: z.array(historyEntry),
    /**
     * All events in their true order, oldest first, without duplicates: `t` and the id in `history`, `p` and the id in
     * the review's history. An entry that repeats one of the other history is left out.
     */
    timeline: z.array(z.string().regex(/^[tp]\d+$/)),
    can: z.array(z.object({ action: z.enum(TASK_ACTIONS), allowed: z.boolean(), why: z.string().nullable() })),
  }),
});

/** The task after a change. The caller's next change sends this version. */
const state = z.object({
  id: z.number(),
  version: z.number(),
  status: z.enum(TASK_STATUS),
  review_status: z.enum(REVIEW_STATUS),
  label: z.enum(STATUS_LABELS),
  /** Translation keys of warnings about allowed but unusual values (publishing, editing, transferring). */
  warnings: z.array(z.string()).optional(),
});
export type TaskStateOutput = z.output<typeof state>;
export type TaskAddOutput = TaskStateOutput & { number: string };

/**
 * Saves a task as a draft (not started); `publish` publishes it in the same transaction. The review comes as `stages`
 * or as a template and has at least one stage, for every kind of task (VA-005). Without `executor_ids` the people of
 * the first stage are the executors.
 */
export const add = endpoint({
  method: 'POST',
  path: '/apis/task/add',
  access: { scope: 'project', anyOf: ['Task-add'] },
  input: z
    .strictObject({
      project_id: ref('project'),
      parent_id: ref('task', 'addChild').optional(),
      kind: z.enum(TASK_KINDS, { error: 'validation.value' }).default('task'),
      title: text(LIMITS.titleMax),
      description: optionalText(LIMITS.textMax),
      /** Required in a project. A non-project has no stages. */
      stage_id: ref('stage', 'choose').optional(),
      profession_id: ref('profession', 'choose').optional(),
      priority: z.enum(PRIORITIES, { error: 'validation.value' }).default('normal'),
      start_at: blank(moment().optional()).optional(),
      deadline: blank(moment().optional()).optional(),
      is_long_term: flag().default(false),
      annotation: optionalText(LIMITS.commentMax),
      /** Left out: the ways that the enterprise has set for new tasks. */
      notify_way: list(z.enum(NOTIFY_WAYS), NOTIFY_WAYS.length).optional(),
      cc_ids: people().default([]),
      executor_ids: people().default([]),
      stages: stageList(reviewStage()).optional(),
      process_template_id: ref('process_template').optional(),
      /** For a template whose stages let the starter choose: the people of each stage, in order. */
      chosen: list(people(), LIMITS.processStagesMax).optional(),
      required_hours: blank(hours().optional()).optional(),
      needs_confirmation: flag().default(true),
      viewpoint_id: ref('viewpoint').optional(),
      publish: flag().default(false),
    })
    .refine(inOrder, { path: ['deadline'], message: 'validation.order' })
    .refine((task) => !(task.is_long_term && task.deadline), { path: ['deadline'], message: 'tasks.longTermDeadline' }),
  output: state.extend({ number: z.string() }),
});
export type TaskAddInput = Bare<z.output<typeof add.input>>;

/**
 * Changes the given fields only. A former employee stays named in the fields that allow it, but cannot be newly
 * assigned. A task never moves to another project, so a different project_id is refused.
 */
export const edit = endpoint({
  method: 'POST',
  path: '/apis/task/edit',
  access: 'signed-in',
  input: z
    .strictObject({
      ...onPage,
      id: ref('task', 'edit'),
      version: version(),
      kind: z.enum(TASK_KINDS, { error: 'validation.value' }).optional(),
      title: text(LIMITS.titleMax).optional(),
      description: optionalText(LIMITS.textMax),
      stage_id: ref('stage', 'choose').optional(),
      profession_id: clearable(ref('profession', 'choose')),
      priority: z.enum(PRIORITIES, { error: 'validation.value' }).optional(),
      start_at: clearable(moment()),
      deadline: clearable(moment()),
      annotation: optionalText(LIMITS.commentMax),
      notify_way: list(z.enum(NOTIFY_WAYS), NOTIFY_WAYS.length).optional(),
      cc_ids: people('any').optional(),
      executor_ids: people('any').optional(),
      stages: stageList(reviewStage('any')).optional(),
      process_template_id: ref('process_template').optional(),
      chosen: list(people(), LIMITS.processStagesMax).optional(),
      required_hours: clearable(hours()),
      needs_confirmation: flag().optional(),
      viewpoint_id: clearable(ref('viewpoint')),
      /** Publishes the draft in the same transaction; needs the right to publish. */
      publish: flag().default(false),
    })
    .refine(inOrder, { path: ['deadline'], message: 'validation.order' }),
  output: state,
});
export type TaskEditInput = Bare<z.output<typeof edit.input>>;

/**
 * A change of state. It names the task with the right of the action, the version that the caller saw, and the project
 * of the page.
 */
const act = <A extends TaskAction, S extends z.ZodRawShape>(action: A, more: S) =>
  endpoint({
    method: 'POST',
    path: `/apis/task/${action}`,
    access: 'signed-in',
    input: z.strictObject({ ...onPage, id: ref('task', action), version: version(), ...more }),
    output: state,
  });

const reason = () => text(LIMITS.commentMax);

export const publish = act('publish', {});
/**
 * Starts the task again, and its review at the first stage. `resume` continues a paused task at its old state; 1008
 * when it is not paused or was changed since. The deadline of a paused task moves by the working days of the pause,
 * unless a new one is given.
 */
export const republish = act('republish', {
  deadline: blank(moment().optional()).optional(),
  resume: flag().default(false),
});
export const pause = act('pause', { reason: reason() });
export const start = act('start', {});
export const reject = act('reject', { reason: reason() });
/**
 * `from_id`: the executor to replace, when a manager transfers a task with several executors. It may be a former
 * employee.
 */
export const transfer = act('transfer', {
  target_id: ref('user'),
  from_id: ref('user', 'any').optional(),
  reason: optionalText(LIMITS.commentMax),
});
export const transferConfirm = act('transferConfirm', {});
export const transferRefuse = act('transferRefuse', { reason: optionalText(LIMITS.commentMax) });
export const transferWithdraw = act('transferWithdraw', {});
/** Hands the work in. The named attachments of the task and viewpoints of its project are frozen for this round. */
export const submit = act('submit', {
  annotation: optionalText(LIMITS.commentMax),
  hours: blank(hours().optional()).optional(),
  attachment_ids: list(ref('attachment', 'handIn'), LIMITS.attachmentsMax).optional(),
  viewpoint_ids: list(ref('viewpoint', 'read'), LIMITS.attachmentsMax).optional(),
});
/** The assigner accepts a task after its review. */
export const pass = act('pass', { comment: optionalText(LIMITS.commentMax) });
export const notPass = act('notPass', { reason: reason() });
/** Notifies the current executors; once a day and task (1007). The caller is not notified (1008). */
export const remind = act('remind', {});
export const longTerm = act('longTerm', {});
export const unmarkLongTerm = act('unmarkLongTerm', { deadline: blank(moment().optional()).optional() });

export const del = endpoint({
  method: 'POST',
  path: '/apis/task/del',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, id: ref('task', 'del'), version: version() }),
  output: done,
});
