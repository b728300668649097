import { describe, expect, it } from 'vitest';
import { wireTime } from '@prdm/contract/kit/fields';
import { daysAllOrNone } from '@prdm/contract/processes/templates';
import type { AssignmentStatus, SignMode } from '@prdm/contract/status';
import { dayNumber } from '@prdm/contract/kit/shanghai';
import { AppError } from '../../platform/errors.ts';
import { OFFICIAL_CALENDAR as calendar } from '../config/index.ts';
import {
  assertPublishable,
  assertTransferTarget,
  completes,
  dueAfter,
  dueLater,
  isOverdue,
  isUnassignable,
  labelOf,
  opening,
  sitters,
  isBlocked,
  tally,
  type StageRules,
} from './process.rules.ts';
import type { StageDraft } from './process.types.ts';

const shanghai = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`);

const stage = (signMode: SignMode, ...assignments: (AssignmentStatus | [AssignmentStatus, number])[]): StageRules => ({
  position: 2,
  name: '审核',
  status: 'under_review',
  signMode,
  allowTransfer: true,
  rejectTo: 'previous',
  dueAt: null,
  assignments: assignments.map((assignment, index) => ({
    assignmentId: index + 1,
    userId: 10 + index + 1,
    turn: index,
    status: typeof assignment === 'string' ? assignment : assignment[0],
    transferTo: typeof assignment === 'string' ? null : assignment[1],
  })),
});

const draft = (over: Partial<StageDraft> = {}): StageDraft => ({
  name: '校对',
  signMode: 'any',
  days: null,
  executorIds: [1],
  allowTransfer: true,
  rejectTo: 'starter',
  ...over,
});

/** Code, key and field of a refusal. */
function refusalOf(work: () => unknown): { code: number; key: string; field?: string } {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, key: error.key, field: error.details.field };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('assignments of inactive people', () => {
  const inactive = new Set([11, 30]); // an executor and a transfer target
  const first = (...assignments: Parameters<typeof stage>[1][]) =>
    stage('any', ...assignments).assignments[0] as StageRules['assignments'][0];

  it.each([
    ['waiting', true],
    ['open', true],
    ['passed', false],
    ['not_passed', false],
    ['transferred', false],
    ['closed', false],
  ] as const)('with an assignment that is %s: %s', (status, expected) => {
    expect(isUnassignable('under_review', first(status), inactive)).toBe(expected);
    expect(isUnassignable('paused', first(status), inactive)).toBe(expected);
    for (const ended of ['review_complete', 'review_rejected', 'cancelled'] as const)
      expect(isUnassignable(ended, first(status), inactive)).toBe(false);
    expect(isUnassignable('under_review', first(status), new Set([12]))).toBe(false);
  });

  it('depend on the target while a transfer is open', () => {
    expect(isUnassignable('under_review', first(['transfer_awaiting', 12]), inactive)).toBe(false);
    expect(isUnassignable('under_review', first(['transfer_awaiting', 30]), new Set([30]))).toBe(true);
  });

  it.each([
    ['any', ['open', 'open'], false],
    ['any', ['open', 'closed'], true],
    ['any', ['open'], true],
    ['all', ['open', 'open'], true],
    ['all', ['open', 'passed'], true],
    ['all', ['passed', 'open'], false],
    ['any', ['passed', 'closed'], false],
    ['in_turn', ['open', 'waiting'], true],
    ['in_turn', ['passed', 'waiting'], false],
  ] as const)('in a stage that %s of %j must sign, block it: %s', (mode, assignments, expected) => {
    expect(isBlocked('under_review', stage(mode, ...assignments), inactive)).toBe(expected);
  });
});

describe('assignments that open', () => {
  const ids = (given: StageRules) => opening(given).map(({ assignmentId }) => assignmentId);
  it.each([
    ['all of an any-sign stage', stage('any', 'waiting', 'waiting'), [1, 2]],
    ['all that are undecided', stage('all', 'passed', 'waiting', 'transferred', 'waiting'), [2, 4]],
    ['the first turn', stage('in_turn', 'waiting', 'waiting'), [1]],
    ['the next turn', stage('in_turn', 'passed', 'waiting', 'waiting'), [2]],
    ['none after the last turn', stage('in_turn', 'passed', 'open'), []],
  ])('%s', (_what, given, expected) => {
    expect(ids(given)).toEqual(expected);
  });

  it('keep the turn of a transferred assignment', () => {
    const given = stage('in_turn', 'transferred', 'waiting', 'waiting');
    const [gone, second, successor] = given.assignments.map((one) => ({ ...one }));
    const moved = { ...given, assignments: [gone!, second!, { ...successor!, turn: 0 }] };
    expect([ids(moved), sitters(moved)]).toEqual([[3], [13, 12]]);
  });
});

describe('sign modes', () => {
  it.each([
    [stage('any', 'open', 'open'), { passed: 0, needed: 1 }],
    [stage('any', 'passed', 'closed'), { passed: 1, needed: 1 }],
    [stage('all', 'passed', 'open', 'transfer_awaiting'), { passed: 1, needed: 3 }],
    [stage('all', 'passed', 'transferred', 'passed', 'open'), { passed: 2, needed: 3 }],
    [stage('in_turn', 'passed', 'transferred', 'open', 'waiting'), { passed: 1, needed: 3 }],
  ])('count the passed and the required assignments (%#)', (given, expected) => {
    expect(tally(given)).toEqual(expected);
  });

  it.each([
    ['any-sign: the first', stage('any', 'open', 'open', 'open'), 1, true],
    ['all-sign: not the first of two', stage('all', 'open', 'open'), 1, false],
    ['all-sign: the last', stage('all', 'passed', 'open'), 2, true],
    ['all-sign: one waits for a transfer', stage('all', 'transfer_awaiting', 'open'), 2, false],
    ['all-sign: a transferred assignment does not count', stage('all', 'transferred', 'passed', 'open'), 3, true],
    ['all-sign: alone', stage('all', 'open'), 1, true],
    ['in turn: a later turn waits', stage('in_turn', 'open', 'waiting'), 1, false],
    ['in turn: the last', stage('in_turn', 'passed', 'open'), 2, true],
  ])('%s', (_what, given, assignmentId, expected) => {
    expect(completes(given, assignmentId)).toBe(expected);
  });

  it('assign all current executors again, but not those who transferred theirs', () => {
    expect(sitters(stage('any', 'closed', 'transferred', 'passed'))).toEqual([11, 13]);
  });
});

describe('transfer', () => {
  const given = stage('all', 'open', 'passed', ['transfer_awaiting', 99], 'transferred');
  const assignment = given.assignments[0]!;
  const own = { starterId: 50, authorIds: [60, 61] };
  it.each([
    ['oneself', 11, 'processes.transferToSelf'],
    ['an executor who has decided', 12, 'processes.targetSits'],
    ['an executor who waits for an answer', 13, 'processes.targetSits'],
    ['the target of another transfer in the stage', 99, 'processes.targetSits'],
    ['the starter', 50, 'processes.targetIsStarter'],
    ['an author of the work', 60, 'processes.targetIsAuthor'],
  ])('is refused for %s', (_who, target, key) => {
    expect(refusalOf(() => assertTransferTarget(given, assignment, target, own))).toMatchObject({ code: 1001, key });
  });

  it('is allowed to another person, and back to a former executor', () => {
    expect(() => assertTransferTarget(given, assignment, 77, own)).not.toThrow();
    expect(() => assertTransferTarget(given, assignment, 14, own)).not.toThrow();
  });

  it('is refused if the stage does not allow it', () => {
    const fixed = { ...given, allowTransfer: false };
    expect(refusalOf(() => assertTransferTarget(fixed, assignment, 77, own))).toMatchObject({ code: 1008 });
  });
});

describe('publishing', () => {
  it.each([
    [[null, null], true],
    [[0, 0.5, 3], true],
    [[1, null, 2], false],
    [[null, 1], false],
  ])('days %j: all or none is %s', (days, expected) => {
    expect(daysAllOrNone(days.map((one) => ({ days: one })))).toBe(expected);
  });

  it.each([
    ['no stage', [], 'processes.noStages'],
    ['days in some stages only', [draft({ days: 1 }), draft()], 'processes.daysAllOrNone'],
    ['negative days', [draft({ days: -1 })], 'validation.tooSmall'],
    ['days that are no number', [draft({ days: Number.NaN })], 'validation.tooSmall'],
    ['a stage without a name', [draft({ name: ' ' })], 'validation.required'],
    ['too many stages', Array.from({ length: 21 }, () => draft()), 'validation.tooMany'],
  ])('refuses %s', (_what, stages, key) => {
    expect(refusalOf(() => assertPublishable(stages))).toMatchObject({ code: 1001, key });
  });

  it('refuses a stage without an eligible executor, by its name', () => {
    const stages = [draft(), draft({ name: '审定', executorIds: [] })];
    expect(refusalOf(() => assertPublishable(stages))).toEqual({
      code: 1008,
      key: 'processes.noExecutor',
      field: 'stages.1.executor_ids',
    });
  });
});

describe('stage days', () => {
  it.each([
    ['2026-03-02 09:00:00', 0, '2026-03-02 23:59:59'],
    ['2026-03-02 00:00:00', 0, '2026-03-02 23:59:59'],
    ['2026-03-02 23:59:59', 1, '2026-03-03 23:59:59'],
    ['2026-02-26 09:00:00', 3, '2026-03-02 23:59:59'], // The Saturday is a make-up day
    ['2026-12-31 12:00:00', 1, '2027-01-01 23:59:59'],
    ['2026-03-02 18:00:00', 0.5, '2026-03-03 23:59:59'],
    ['2026-03-06 18:00:00', 0.5, '2026-03-09 23:59:59'], // Friday evening
    ['2026-03-06 09:00:00', 0.5, '2026-03-06 23:59:59'],
    ['2026-03-07 09:00:00', 0, '2026-03-07 23:59:59'], // Saturday
    ['2026-09-30 09:00:00', 2, '2026-10-09 23:59:59'], // before the holiday week
  ])('opened %s with %s working days is due %s', (opened, days, due) => {
    expect(wireTime(dueAfter(calendar, shanghai(opened), days))).toBe(due);
  });

  it('a pause moves the deadline by its working days', () => {
    const due = shanghai('2026-09-30 23:59:59');
    const later = (from: string, to: string) => wireTime(dueLater(calendar, due, shanghai(from), shanghai(to)));
    expect(later('2026-09-28 09:00:00', '2026-09-30 09:00:00')).toBe('2026-10-09 23:59:59');
    expect(later('2026-09-26 09:00:00', '2026-09-27 09:00:00')).toBe('2026-09-30 23:59:59');
  });

  it('is overdue only while it is under review and not paused', () => {
    const dueAt = shanghai('2026-03-02 23:59:59');
    const late = { ...stage('any', 'open'), dueAt };
    expect(isOverdue('under_review', late, dueAt)).toBe(false);
    const after = new Date(dueAt.getTime() + 1);
    expect(isOverdue('under_review', late, after)).toBe(true);
    expect(isOverdue('paused', late, after)).toBe(false);
    expect(isOverdue('under_review', { ...late, status: 'review_complete' }, after)).toBe(false);
    expect(isOverdue('under_review', { ...late, dueAt: null }, after)).toBe(false);
  });

  it('days change at midnight in Shanghai', () => {
    expect(dayNumber(shanghai('2026-03-03 00:00:00'))).toBe(dayNumber(shanghai('2026-03-02 23:59:59')) + 1);
  });
});

describe('the label of a list', () => {
  const now = shanghai('2026-03-04 08:00:00');
  const late = shanghai('2026-03-02 23:59:59');
  it.each([
    ['under_review', stage('any', 'open'), 'under_review'],
    ['under_review', { ...stage('any', 'open'), dueAt: late }, 'overdue'],
    ['under_review', { ...stage('any', ['transfer_awaiting', 9]), dueAt: late }, 'transfer_awaiting'],
    ['under_review', stage('all', 'passed', ['transfer_awaiting', 9]), 'transfer_awaiting'],
    ['under_review', stage('all', 'open', ['transfer_awaiting', 9]), 'under_review'],
    ['paused', { ...stage('any', 'open'), dueAt: late }, 'paused'],
    ['review_complete', stage('any', 'passed'), 'review_complete'],
    ['review_rejected', stage('any', 'not_passed'), 'review_rejected'],
    ['cancelled', stage('any', 'closed'), null],
  ] as const)('%s (%#) shows %s', (status, given, expected) => {
    expect(labelOf(status, given, now)).toBe(expected);
  });
});
