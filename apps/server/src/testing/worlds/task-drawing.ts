import type { Move, TaskRole, TaskState } from '../../modules/tasks/task.rules.ts';

/**
 * The state diagram of docs/domains/tasks.md, independent of the code: for every action the states, the roles and the
 * next state. Every other move must be refused. A paused, transferred or long-term task here came from `in_progress`.
 */
type Cell = readonly [from: string, who: string, to: TaskState];
const DRAWN: Record<Move, readonly Cell[]> = {
  publish: [['not_started', 'starter manager', 'unprocessed']],
  start: [['unprocessed', 'executor', 'in_progress']],
  submit: [['in_progress', 'executor', 'under_review']],
  reviewPassed: [['under_review', 'engine', 'awaiting_confirmation']],
  reviewReturned: [['under_review', 'engine', 'in_progress']],
  pass: [['awaiting_confirmation', 'starter manager', 'finished']],
  notPass: [['awaiting_confirmation', 'starter manager', 'in_progress']],
  reject: [
    ['unprocessed', 'executor', 'rejected'],
    ['in_progress', 'executor', 'rejected'],
    ['under_review', 'starter manager', 'rejected'],
  ],
  republish: [
    ['rejected', 'starter manager', 'unprocessed'],
    ['paused', 'starter manager', 'unprocessed'],
  ],
  remind: [
    ['unprocessed', 'starter manager', 'unprocessed'],
    ['in_progress', 'starter manager', 'in_progress'],
  ],
  transfer: [
    ['unprocessed', 'executor manager', 'transfer_awaiting'],
    ['in_progress', 'executor manager', 'transfer_awaiting'],
  ],
  transferConfirm: [['transfer_awaiting', 'target', 'in_progress']],
  transferRefuse: [['transfer_awaiting', 'target', 'in_progress']],
  transferWithdraw: [['transfer_awaiting', 'asker', 'in_progress']],
  pause: [
    ['not_started', 'starter manager', 'paused'],
    ['unprocessed', 'starter manager', 'paused'],
    ['in_progress', 'starter manager', 'paused'],
    ['under_review', 'starter manager', 'paused'],
    ['rejected', 'starter manager', 'paused'],
    ['transfer_awaiting', 'starter manager', 'paused'],
    ['awaiting_confirmation', 'starter manager', 'paused'],
    ['long_term', 'starter manager', 'paused'],
  ],
  longTerm: [
    ['unprocessed', 'starter manager', 'long_term'],
    ['in_progress', 'starter manager', 'long_term'],
    ['rejected', 'starter manager', 'long_term'],
    ['awaiting_confirmation', 'starter manager', 'long_term'],
  ],
  unmarkLongTerm: [['long_term', 'starter manager', 'in_progress']],
  edit: [
    ['not_started', 'starter manager', 'not_started'],
    ['unprocessed', 'starter manager', 'unprocessed'],
    ['in_progress', 'starter manager', 'in_progress'],
    ['rejected', 'starter manager', 'rejected'],
    ['paused', 'starter manager', 'paused'],
    ['long_term', 'starter manager', 'long_term'],
  ],
  addChild: [
    ['not_started', 'starter manager executor', 'not_started'],
    ['unprocessed', 'starter manager executor', 'unprocessed'],
    ['in_progress', 'starter manager executor', 'in_progress'],
    ['long_term', 'starter manager executor', 'long_term'],
  ],
  del: [
    ['not_started', 'starter manager', 'not_started'],
    ['paused', 'starter manager', 'paused'],
  ],
};

export const DRAWN_ROLES: readonly TaskRole[] = ['starter', 'manager', 'executor', 'target', 'asker', 'engine'];

/** The next state of a move by this role; null when refused. */
export const drawn = (move: Move, state: TaskState, role: TaskRole): TaskState | null =>
  DRAWN[move].find(([from, who]) => from === state && who.split(' ').includes(role))?.[2] ?? null;

/**
 * The expected answer for a caller with these roles: 0, never allowed (1005), not in this state (1008), or allowed now
 * for others only (1005).
 */
export function drawnAnswer(move: Move, state: TaskState, roles: readonly TaskRole[]): 0 | 1005 | 1008 {
  const theirs = (who: string): boolean => roles.some((role) => who.split(' ').includes(role));
  if (!DRAWN[move].some(([, who]) => theirs(who))) return 1005;
  const here = DRAWN[move].filter(([from]) => from === state);
  if (here.length === 0) return 1008;
  return here.some(([, who]) => theirs(who)) ? 0 : 1005;
}
