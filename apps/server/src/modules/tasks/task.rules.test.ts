import { describe, expect, it } from 'vitest';
import { REVIEW_STATUS, TASK_STATUS } from '@prdm/contract/status';
import { OVERDUE_STATUS, isOverdue, taskLabel } from '@prdm/contract/tasks/label';
import { TASK_ACTIONS, type TaskAction } from '@prdm/contract/tasks';
import { drawn, DRAWN_ROLES as ROLES } from '../../testing/worlds/task-drawing.ts';
import {
  columnsOf,
  judge,
  mayEver,
  rolesFor,
  TASK_STATES,
  type Move,
  type TaskCourse,
  type TaskPeople,
  type TaskRole,
  type TaskState,
} from './task.rules.ts';

const course = (state: TaskState, more: Partial<TaskCourse> = {}): TaskCourse => ({
  state,
  published: state !== 'not_started',
  isLongTerm: false,
  needsConfirmation: true,
  hasReview: true,
  beforePause: state === 'paused' ? 'in_progress' : null,
  beforeTransfer: state === 'transfer_awaiting' ? 'in_progress' : null,
  beforeLongTerm: state === 'long_term' ? 'in_progress' : null,
  untouched: true,
  ...more,
});

const MOVES = [...TASK_ACTIONS, 'reviewPassed', 'reviewReturned'] as const satisfies readonly Move[];

describe('the state machine', () => {
  it.each(MOVES.flatMap((move) => TASK_STATES.map((state) => [move, state] as const)))(
    '%s in %s, for every role',
    (move, state) => {
      for (const role of ROLES) {
        const wanted = drawn(move, state, role);
        const judgement = judge(course(state), move, [role]);
        expect(judgement.ok ? judgement.to : null, role).toBe(wanted);
        if (!judgement.ok) expect(judgement.why).toMatch(/^tasks\.why\.(is|only)_/);
      }
      expect(judge(course(state), move, []).ok, 'a stranger').toBe(false);
    },
  );

  it('checks the right before the state, so a refused person does not learn the state', () => {
    expect(judge(course('finished'), 'start', ['starter'])).toMatchObject({ because: 'role' });
    expect(judge(course('finished'), 'start', ['executor'])).toEqual({
      ok: false,
      because: 'state',
      why: 'tasks.why.is_finished',
    });
    expect(judge(course('in_progress'), 'reject', ['starter'])).toMatchObject({ because: 'role' });
  });

  it.each<[string, Partial<TaskCourse>, TaskState, Move, TaskRole, TaskState]>([
    ['a long-term draft', { isLongTerm: true }, 'not_started', 'publish', 'starter', 'long_term'],
    ['no review planned', { hasReview: false }, 'in_progress', 'submit', 'executor', 'awaiting_confirmation'],
    [
      'no review, no acceptance',
      { hasReview: false, needsConfirmation: false },
      'in_progress',
      'submit',
      'executor',
      'finished',
    ],
    ['no acceptance needed', { needsConfirmation: false }, 'under_review', 'reviewPassed', 'engine', 'finished'],
    ['paused under review', { beforePause: 'under_review' }, 'paused', 'republish', 'starter', 'unprocessed'],
    ['a paused long-term task', { isLongTerm: true }, 'paused', 'republish', 'starter', 'long_term'],
    ['changed while paused', { untouched: false }, 'paused', 'republish', 'starter', 'unprocessed'],
    ['changed long-term task', { untouched: false, isLongTerm: true }, 'paused', 'republish', 'starter', 'long_term'],
    [
      'a paused draft',
      { published: false, beforePause: 'not_started' },
      'paused',
      'republish',
      'starter',
      'not_started',
    ],
    [
      'a changed, paused draft',
      { published: false, untouched: false },
      'paused',
      'republish',
      'starter',
      'not_started',
    ],
    [
      'transferred before the start',
      { beforeTransfer: 'unprocessed' },
      'transfer_awaiting',
      'transferConfirm',
      'target',
      'unprocessed',
    ],
    ['long-term from the beginning', { beforeLongTerm: null }, 'long_term', 'unmarkLongTerm', 'starter', 'unprocessed'],
  ])('%s', (_what, more, state, move, role, to) => {
    expect(judge(course(state, more), move, [role])).toEqual({ ok: true, to });
  });

  it.each<[string, TaskState, Partial<TaskCourse>, TaskState | null]>([
    ['in progress', 'paused', {}, 'in_progress'],
    ['under review', 'paused', { beforePause: 'under_review' }, 'under_review'],
    ['with a transfer unanswered', 'paused', { beforePause: 'transfer_awaiting' }, 'transfer_awaiting'],
    ['and was changed since', 'paused', { untouched: false }, null],
    ['as a draft', 'paused', { published: false, beforePause: 'not_started' }, null],
    ['never, but was rejected', 'rejected', {}, null],
  ])('with `resume` continues a task paused %s, or refuses', (_what, state, more, to) => {
    const judgement = judge(course(state, more), 'republish', ['starter'], { resume: true });
    expect(judgement).toEqual(
      to === null ? { ok: false, because: 'state', why: 'tasks.why.cannotResume' } : { ok: true, to },
    );
  });
});

const nobody = (): boolean => false;

describe('the roles of a person on a task', () => {
  const people: TaskPeople = { assignerId: 1, executorIds: [2, 3], transfer: { fromId: 2, toId: 4, askedBy: 5 } };

  it.each<[number, TaskRole[]]>([
    [1, ['starter']],
    [2, ['executor', 'asker']],
    [3, ['executor']],
    [4, ['target']],
    [5, ['asker']],
    [6, []],
  ])('person %i is %j', (userId, roles) => {
    expect(rolesFor(userId, people, 'edit', nobody)).toEqual(roles);
  });

  it.each<[TaskAction, string]>([
    ['publish', 'Task-publish'],
    ['republish', 'Task-publish'],
    ['pause', 'Task-pause'],
    ['edit', 'Task-edit'],
    ['pass', 'Task-edit'],
    ['del', 'Task-edit'],
  ])('make the holder of the right node a manager for %s', (action, node) => {
    const holding = (held: string) => rolesFor(6, people, action, (node) => node === held).includes('manager');
    expect(holding(node)).toBe(true);
    for (const other of ['Task-add', 'Task-all', 'Task-edit', 'Task-publish', 'Task-pause'].filter((n) => n !== node))
      expect(holding(other)).toBe(false);
  });

  it('give an executor no right over the task, and a starter none over the work', () => {
    expect(TASK_ACTIONS.filter((action) => mayEver(action, ['executor']))).toEqual([
      'start',
      'submit',
      'transfer',
      'reject',
      'addChild',
    ]);
    expect(TASK_ACTIONS.filter((action) => !mayEver(action, ['starter']))).toEqual([
      'start',
      'submit',
      'transferConfirm',
      'transferRefuse',
      'transferWithdraw',
      'transfer',
    ]);
    expect(TASK_ACTIONS.filter((action) => mayEver(action, []))).toEqual([]);
  });
});

describe('the columns of a state', () => {
  it.each<[TaskState, Move, (typeof REVIEW_STATUS)[number], string, string]>([
    ['under_review', 'submit', 'not_reviewed', 'in_progress', 'under_review'],
    ['under_review', 'republish', 'under_review', 'in_progress', 'under_review'],
    ['awaiting_confirmation', 'reviewPassed', 'under_review', 'awaiting_confirmation', 'review_complete'],
    ['finished', 'reviewPassed', 'under_review', 'finished', 'review_complete'],
    ['in_progress', 'reviewReturned', 'under_review', 'in_progress', 'review_rejected'],
    ['rejected', 'reject', 'review_rejected', 'rejected', 'not_reviewed'],
    ['in_progress', 'notPass', 'review_complete', 'in_progress', 'not_reviewed'],
    ['unprocessed', 'republish', 'under_review', 'unprocessed', 'not_reviewed'],
    ['in_progress', 'transferConfirm', 'review_rejected', 'in_progress', 'review_rejected'],
    ['paused', 'pause', 'under_review', 'paused', 'under_review'],
    ['long_term', 'longTerm', 'review_rejected', 'long_term', 'not_reviewed'],
    ['long_term', 'longTerm', 'review_complete', 'long_term', 'review_complete'],
  ])('%s after %s from %s', (state, move, review, status, after) => {
    expect(columnsOf(state, move, review)).toEqual({ status, review_status: after });
  });
});

describe('the label', () => {
  const now = new Date('2026-11-20T08:00:00Z');
  const past = new Date('2026-11-20T07:59:59Z');
  const facts = { status: 'in_progress', review_status: 'not_reviewed', deadline: past, is_long_term: false } as const;

  it.each([
    [{ status: 'paused', review_status: 'under_review' } as const, 'paused'],
    [{ status: 'transfer_awaiting', review_status: 'review_rejected' } as const, 'transfer_awaiting'],
    [{ review_status: 'under_review' } as const, 'under_review'],
    [{ review_status: 'review_rejected' } as const, 'review_rejected'],
    [{}, 'overdue'],
    [{ status: 'awaiting_confirmation', review_status: 'review_complete' } as const, 'overdue'],
    [{ deadline: now }, 'in_progress'],
    [{ deadline: null }, 'in_progress'],
    [{ status: 'finished', review_status: 'review_complete' } as const, 'finished'],
    [{ status: 'long_term', is_long_term: true, deadline: null } as const, 'long_term'],
  ])('%j is %s', (more, label) => {
    expect(taskLabel({ ...facts, ...more }, now)).toBe(label);
  });

  it('is overdue in exactly five states', () => {
    const late = TASK_STATUS.filter((status) => isOverdue({ ...facts, status }, now));
    expect(late.toSorted()).toEqual([...OVERDUE_STATUS].toSorted());
    expect(late).toHaveLength(5);
  });
});
