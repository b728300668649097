import type { Node } from '@prdm/contract/nodes';
import type { ReviewStatus, TaskStatus } from '@prdm/contract/status';
import type { TaskAction } from '@prdm/contract/tasks';

/** Where a task stands for the rules: its status, except that a running review is a state of its own. */
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

/** What the approval engine tells: the last stage passed, or the round has ended without it. */
export type EngineAction = 'reviewPassed' | 'reviewReturned';
export type Move = TaskAction | EngineAction;

/** What a person is to one task. A manager holds the action's node in the task's project. `asker`: the old executor, or who asked for the transfer. */
export type TaskRole = 'starter' | 'manager' | 'executor' | 'target' | 'asker' | 'engine';

/** Where a move leads, when it depends on more than the state it begins in. */
type Destination =
  | TaskState
  | 'same'
  | 'anew'
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

/** The state machine of decisions.md 5.1; what stands here alone is what happens, and what a page offers. */
export const TRANSITIONS: readonly Row[] = [
  { move: 'publish', from: ['not_started'], who: LEADING, to: 'anew' },
  { move: 'start', from: ['unprocessed'], who: ['executor'], to: 'in_progress' },
  { move: 'submit', from: ['in_progress'], who: ['executor'], to: 'submitted' },
  { move: 'reviewPassed', from: ['under_review'], who: ['engine'], to: 'reviewed' },
  { move: 'reviewReturned', from: ['under_review'], who: ['engine'], to: 'in_progress' },
  { move: 'pass', from: ['awaiting_confirmation'], who: LEADING, to: 'finished' },
  { move: 'notPass', from: ['awaiting_confirmation'], who: LEADING, to: 'in_progress' },
  { move: 'reject', from: WORKING, who: ['executor'], to: 'rejected' },
  { move: 'reject', from: ['under_review'], who: LEADING, to: 'rejected' },
  { move: 'republish', from: ['rejected'], who: LEADING, to: 'anew' },
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

/** The node that makes somebody a manager for this action on tasks that others gave (decisions.md section 7). */
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
  longTerm: 'Task-edit',
  unmarkLongTerm: 'Task-edit',
  del: 'Task-edit',
};

/** Who the people of a task are; `transfer` is the one nobody has answered yet. */
export interface TaskPeople {
  readonly assignerId: number;
  readonly executorIds: readonly number[];
  readonly transfer: { readonly fromId: number; readonly toId: number; readonly askedBy: number } | null;
}

/** What somebody is to a task when it comes to one action. */
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

/** Whether an action is open to somebody of these roles in any state at all: the right; the state is asked afterwards. */
export const mayEver = (action: TaskAction, roles: readonly TaskRole[]): boolean =>
  TRANSITIONS.some((row) => row.move === action && row.who.some((role) => roles.includes(role)));

/** What the destination of a move depends on. */
export interface TaskCourse {
  readonly state: TaskState;
  readonly published: boolean;
  readonly isLongTerm: boolean;
  readonly needsConfirmation: boolean;
  readonly hasReview: boolean;
  readonly beforePause: TaskState | null;
  readonly beforeTransfer: TaskState | null;
  readonly beforeLongTerm: TaskState | null;
  /** Nobody changed the task since it was paused. */
  readonly untouched: boolean;
}

export type Judgement =
  | { readonly ok: true; readonly to: TaskState }
  /** `state`: nobody could do it now (1008); `role`: somebody else could (1005). `why` is a translation key. */
  | { readonly ok: false; readonly because: 'state' | 'role'; readonly why: string };

/** May somebody of these roles make this move now, and where does it lead? */
export function judge(
  course: TaskCourse,
  move: Move,
  roles: readonly TaskRole[],
  options: { restart?: boolean } = {},
): Judgement {
  const rows = TRANSITIONS.filter((row) => row.move === move);
  if (!rows.some((row) => row.who.some((role) => roles.includes(role))))
    return { ok: false, because: 'role', why: whyNotYou(rows) };
  const here = rows.filter((row) => row.from.includes(course.state));
  if (here.length === 0) return { ok: false, because: 'state', why: whyNotNow(course, move) };
  const row = here.find((entry) => entry.who.some((role) => roles.includes(role)));
  if (!row) return { ok: false, because: 'role', why: whyNotYou(here) };
  return { ok: true, to: destinationOf(row.to, course, options.restart === true) };
}

/** Where it stands says why not, except that publishing again has been done: paused and rejected tasks tell what to do instead. */
function whyNotNow({ state, published }: TaskCourse, move: Move): string {
  const tellsMore = state === 'paused' || state === 'rejected' || state === 'finished';
  return move === 'publish' && published && !tellsMore ? 'tasks.why.is_published' : `tasks.why.is_${state}`;
}

/** Why somebody who is nothing to the task may not do this: a translation key. */
export const whyNot = (action: TaskAction): string => whyNotYou(TRANSITIONS.filter((row) => row.move === action));

function whyNotYou(rows: readonly Row[]): string {
  const who = rows.flatMap((row) => row.who);
  if (who.includes('starter')) return 'tasks.why.only_starter';
  if (who.includes('target')) return 'tasks.why.only_target';
  if (who.includes('asker')) return 'tasks.why.only_asker';
  return 'tasks.why.only_executor';
}

function destinationOf(to: Destination, course: TaskCourse, restart: boolean): TaskState {
  const anew: TaskState = course.isLongTerm ? 'long_term' : 'unprocessed';
  const accepted: TaskState = course.needsConfirmation ? 'awaiting_confirmation' : 'finished';
  switch (to) {
    case 'same':
      return course.state;
    case 'anew':
      return anew;
    case 'resumed':
      if (!course.published) return 'not_started'; // paused before it was ever published: publishing it is another act
      return course.untouched && !restart ? (course.beforePause ?? anew) : anew;
    case 'submitted':
      return course.hasReview ? 'under_review' : accepted;
    case 'reviewed':
      return accepted;
    case 'as_before_transfer':
      return course.beforeTransfer ?? anew;
    case 'as_before_long_term':
      return course.beforeLongTerm ?? 'unprocessed';
    default:
      return to;
  }
}

/**
 * How a state stands in the two columns. A new round, a rejection and a refused acceptance forget the last review's verdict;
 * so does a long-term mark where the verdict was "not passed", because that label would hide it.
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
