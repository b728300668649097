import type { Node } from '@prdm/contract/nodes';
import type { ReviewStatus, TaskStatus } from '@prdm/contract/status';
import type { TaskAction } from '@prdm/contract/tasks';
import { type TextKey } from '@prdm/locales';

/** State of a task for the rules: its status, with `under_review` as a separate state. */
export type TaskState = TaskStatus | 'under_review';
export const TASK_STATES = [
  'not_started',
  'unprocessed',
  'in_progress',
  'under_review',
  'rejected',
  'transfer_awaiting',
  'awaiting_confirmation',
  'finished',
  'paused',
  'long_term',
] as const satisfies readonly TaskState[];

/** Results of the approval engine: the last stage passed, or the round ended without passing. */
export type EngineAction = 'reviewPassed' | 'reviewReturned';
export type Move = TaskAction | EngineAction;

/**
 * Role of a person on one task. A manager holds the node of the action in the task's project. `asker` is the old
 * executor or the person who requested the transfer.
 */
export type TaskRole = 'starter' | 'manager' | 'executor' | 'target' | 'asker' | 'engine';

/** Target of a move. Some targets depend on more than the start state. */
type Destination =
  | TaskState
  | 'same'
  | 'restarted'
  | 'resumed'
  | 'submitted'
  | 'reviewed'
  | 'as_before_transfer'
  | 'as_before_long_term';

interface Row {
  readonly move: Move;
  readonly from: readonly TaskState[];
  readonly who: readonly TaskRole[];
  readonly to: Destination;
}

const LEADING = ['starter', 'manager'] as const;
const WORKING = ['unprocessed', 'in_progress'] as const;

/** The state machine of decisions.md 5.1. It is the only source for calls and pages. */
export const TRANSITIONS: readonly Row[] = [
  { move: 'publish', from: ['not_started'], who: LEADING, to: 'restarted' },
  { move: 'start', from: ['unprocessed'], who: ['executor'], to: 'in_progress' },
  { move: 'submit', from: ['in_progress'], who: ['executor'], to: 'submitted' },
  { move: 'reviewPassed', from: ['under_review'], who: ['engine'], to: 'reviewed' },
  { move: 'reviewReturned', from: ['under_review'], who: ['engine'], to: 'in_progress' },
  { move: 'pass', from: ['awaiting_confirmation'], who: LEADING, to: 'finished' },
  { move: 'notPass', from: ['awaiting_confirmation'], who: LEADING, to: 'in_progress' },
  { move: 'reject', from: WORKING, who: ['executor'], to: 'rejected' },
  { move: 'reject', from: ['under_review'], who: LEADING, to: 'rejected' },
  { move: 'republish', from: ['rejected'], who: LEADING, to: 'restarted' },
  { move: 'republish', from: ['paused'], who: LEADING, to: 'resumed' },
  { move: 'transfer', from: WORKING, who: ['executor', 'manager'], to: 'transfer_awaiting' },
  { move: 'transferConfirm', from: ['transfer_awaiting'], who: ['target'], to: 'as_before_transfer' },
  { move: 'transferRefuse', from: ['transfer_awaiting'], who: ['target'], to: 'as_before_transfer' },
  { move: 'transferWithdraw', from: ['transfer_awaiting'], who: ['asker'], to: 'as_before_transfer' },
  {
    move: 'pause',
    from: [
      'not_started',
      ...WORKING,
      'under_review',
      'rejected',
      'transfer_awaiting',
      'awaiting_confirmation',
      'long_term',
    ],
    who: LEADING,
    to: 'paused',
  },
  { move: 'remind', from: WORKING, who: LEADING, to: 'same' },
  { move: 'longTerm', from: [...WORKING, 'rejected', 'awaiting_confirmation'], who: LEADING, to: 'long_term' },
  { move: 'unmarkLongTerm', from: ['long_term'], who: LEADING, to: 'as_before_long_term' },
  { move: 'edit', from: ['not_started', ...WORKING, 'rejected', 'paused', 'long_term'], who: LEADING, to: 'same' },
  {
    move: 'addChild',
    from: ['not_started', ...WORKING, 'long_term'],
    who: ['starter', 'manager', 'executor'],
    to: 'same',
  },
  { move: 'del', from: ['not_started', 'paused'], who: LEADING, to: 'same' },
];

/** Node that makes a person a manager for this action on tasks of other starters (decisions.md section 7). */
export const MANAGING_NODE: Readonly<Record<TaskAction, Node>> = {
  publish: 'Task-publish',
  republish: 'Task-publish',
  pause: 'Task-pause',
  start: 'Task-edit',
  submit: 'Task-edit',
  pass: 'Task-edit',
  notPass: 'Task-edit',
  reject: 'Task-edit',
  transfer: 'Task-edit',
  transferConfirm: 'Task-edit',
  transferRefuse: 'Task-edit',
  transferWithdraw: 'Task-edit',
  edit: 'Task-edit',
  addChild: 'Task-edit',
  remind: 'Task-edit',
  longTerm: 'Task-edit',
  unmarkLongTerm: 'Task-edit',
  del: 'Task-edit',
};

/** The people of a task. `transfer` is the unanswered one. */
export interface TaskPeople {
  readonly assignerId: number;
  readonly executorIds: readonly number[];
  readonly transfer: { readonly fromId: number; readonly toId: number; readonly askedBy: number } | null;
}

/** Roles of a person on a task for one action. */
export function rolesFor(
  userId: number,
  people: TaskPeople,
  action: TaskAction,
  holds: (node: Node) => boolean,
): TaskRole[] {
  const { transfer } = people;
  const is: readonly [TaskRole, boolean][] = [
    ['starter', people.assignerId === userId],
    ['executor', people.executorIds.includes(userId)],
    ['target', transfer?.toId === userId],
    ['asker', transfer?.fromId === userId || transfer?.askedBy === userId],
    ['manager', holds(MANAGING_NODE[action])],
  ];
  return is.filter(([, so]) => so).map(([role]) => role);
}

/** True if one of these roles may do the action in at least one state. This is the right. The state is judged later. */
export const mayEver = (action: TaskAction, roles: readonly TaskRole[]): boolean =>
  TRANSITIONS.some((row) => row.move === action && row.who.some((role) => roles.includes(role)));

/** Facts that decide the target of a move. */
export interface TaskCourse {
  readonly state: TaskState;
  readonly published: boolean;
  readonly isLongTerm: boolean;
  readonly needsConfirmation: boolean;
  readonly hasReview: boolean;
  readonly beforePause: TaskState | null;
  readonly beforeTransfer: TaskState | null;
  readonly beforeLongTerm: TaskState | null;
  /** True if the task is unchanged since its pause. */
  readonly untouched: boolean;
}

export type Judgement =
  | { readonly ok: true; readonly to: TaskState }
  /**
   * `state`: the action is closed for all roles now (1008). `role`: only another role may do it (1005). `why` is a text
   * key.
   */
  | { readonly ok: false; readonly because: 'state' | 'role'; readonly why: TextKey };

/**
 * Judges a move of these roles in this state and returns its target state. `resume` continues a paused task in its
 * state before the pause.
 */
export function judge(
  course: TaskCourse,
  move: Move,
  roles: readonly TaskRole[],
  options: { resume?: boolean } = {},
): Judgement {
  const rows = TRANSITIONS.filter((row) => row.move === move);
  if (!rows.some((row) => row.who.some((role) => roles.includes(role))))
    return { ok: false, because: 'role', why: whyNotYou(rows) };
  const here = rows.filter((row) => row.from.includes(course.state));
  if (here.length === 0) return { ok: false, because: 'state', why: whyNotNow(course, move) };
  const row = here.find((entry) => entry.who.some((role) => roles.includes(role)));
  if (!row) return { ok: false, because: 'role', why: whyNotYou(here) };
  const resume = options.resume === true;
  if (resume && !canResume(course)) return { ok: false, because: 'state', why: 'tasks.why.cannotResume' };
  return { ok: true, to: destinationOf(row.to, course, resume) };
}

/**
 * Text key of a refusal by state. Publishing a published task has a text of its own. Paused, rejected and finished
 * tasks keep theirs, because it names the next action.
 */
function whyNotNow({ state, published }: TaskCourse, move: Move): TextKey {
  const namesNextAction = state === 'paused' || state === 'rejected' || state === 'finished';
  return move === 'publish' && published && !namesNextAction ? 'tasks.why.is_published' : `tasks.why.is_${state}`;
}

/** Text key of the refusal for a person without a role. */
export const whyNot = (action: TaskAction): TextKey => whyNotYou(TRANSITIONS.filter((row) => row.move === action));

function whyNotYou(rows: readonly Row[]): TextKey {
  const who = rows.flatMap((row) => row.who);
  if (who.includes('starter')) return 'tasks.why.only_starter';
  if (who.includes('target')) return 'tasks.why.only_target';
  if (who.includes('asker')) return 'tasks.why.only_asker';
  return 'tasks.why.only_executor';
}

/** A paused task can resume until it is changed. A paused draft has no state to resume. */
export const canResume = (course: TaskCourse): boolean =>
  course.state === 'paused' && course.published && course.untouched && course.beforePause !== null;

function destinationOf(to: Destination, course: TaskCourse, resume: boolean): TaskState {
  const restarted: TaskState = course.isLongTerm ? 'long_term' : 'unprocessed';
  const accepted: TaskState = course.needsConfirmation ? 'awaiting_confirmation' : 'finished';
  switch (to) {
    case 'same':
      return course.state;
    case 'restarted':
      return restarted;
    case 'resumed':
      if (!course.published) return 'not_started'; // a draft paused before its publishing stays a draft
      return resume ? (course.beforePause ?? restarted) : restarted;
    case 'submitted':
      return course.hasReview ? 'under_review' : accepted;
    case 'reviewed':
      return accepted;
    case 'as_before_transfer':
      return course.beforeTransfer ?? restarted;
    case 'as_before_long_term':
      return course.beforeLongTerm ?? 'unprocessed';
    default:
      return to;
  }
}

/**
 * The two stored columns of a state. A new round, a rejection and a refused acceptance reset the review status. A
 * long-term mark resets a failed review, because that label would hide the mark.
 */
export function columnsOf(
  state: TaskState,
  move: Move,
  review: ReviewStatus,
): { status: TaskStatus; review_status: ReviewStatus } {
  if (state === 'under_review') return { status: 'in_progress', review_status: 'under_review' };
  if (move === 'reviewPassed') return { status: state, review_status: 'review_complete' };
  if (move === 'reviewReturned') return { status: state, review_status: 'review_rejected' };
  const forgets =
    move === 'reject' ||
    move === 'notPass' ||
    (move === 'republish' && state === 'unprocessed') ||
    (state === 'long_term' && review !== 'review_complete');
  return { status: state, review_status: forgets ? 'not_reviewed' : review };
}

export const stateOf = (task: { status: TaskStatus; review_status: ReviewStatus }): TaskState =>
  task.status === 'in_progress' && task.review_status === 'under_review' ? 'under_review' : task.status;
