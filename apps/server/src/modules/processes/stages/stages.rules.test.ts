import { describe, expect, it } from 'vitest';
import type { RejectTo } from '@prdm/contract/processes/kinds';
import type { AssignmentStatus, SignMode } from '@prdm/contract/status';
import { AppError } from '../../../platform/errors.ts';
import { isElsewhere } from '../assignments/separation.ts';
import { isOwnCheckIn } from '../assignments/own-check.ts';
import type { StageState } from '../process.types.ts';
import { entryOf, type PlannedStage } from './entry.ts';
import { passesBefore, repeatOf } from './repeats.rules.ts';
import { returnPlaces, returnTarget } from './returns.rules.ts';

const refusalOf = (work: () => unknown): [number, string | undefined] => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.details.field];
    throw error;
  }
  throw new Error('nothing was refused');
};

interface Given {
  readonly name?: string;
  readonly mode?: SignMode;
  readonly limit?: RejectTo;
  readonly straight?: boolean;
  readonly separate?: boolean;
  /** Position of the stage that added this one. */
  readonly addedTo?: number;
  readonly seats?: readonly [person: number, status: AssignmentStatus][];
}

/** Stages in their order. The id of a stage is ten times its position. */
const stagesOf = (...given: readonly Given[]): StageState[] =>
  given.map(({ name, mode = 'all', limit = 'previous', straight, separate, addedTo, seats = [] }, index) => ({
    stageId: (index + 1) * 10,
    originId: (index + 1) * 10,
    position: index + 1,
    name: name ?? `s${index + 1}`,
    status: 'not_reviewed',
    signMode: mode,
    days: null,
    dueAt: null,
    overdue: false,
    allowTransfer: true,
    rejectTo: limit,
    options: { ccIds: [], separate: separate === true, straight: straight === true },
    addedBy: addedTo === undefined ? null : 99,
    addedTo: addedTo === undefined ? null : addedTo * 10,
    addedReason: '',
    passed: 0,
    needed: 1,
    assignments: seats.map(([userId, status], turn) => ({
      assignmentId: userId * 100 + index,
      userId,
      turn,
      status,
      transferTo: null,
      decidedAt: null,
      decidedBy: null,
      comment: '',
      delegated: false,
      deputy: null,
      delegation: null,
    })),
  }));

describe('targets of a "not pass"', () => {
  const four = (limit: RejectTo) => stagesOf({ limit }, { limit }, { limit }, { limit });
  const places = (stages: StageState[], position: number) =>
    returnPlaces(stages[position - 1]!, stages).map(({ to, position: at }) => `${to} ${at}`);

  it.each([
    ['starter', 4, ['starter null']],
    ['previous', 4, ['starter null', 'previous 3']],
    ['any', 4, ['starter null', 'previous 3', 'stage 2', 'stage 1']],
    ['any', 2, ['starter null', 'previous 1']],
    ['any', 1, ['starter null']],
    ['previous', 1, ['starter null']],
  ] as const)('with the limit %s at stage %i', (limit, position, expected) => {
    expect(places(four(limit), position)).toEqual(expected);
  });

  it('of an added stage are the starter and the stage that added it, on either side', () => {
    const before = stagesOf({}, { addedTo: 3, limit: 'starter' }, {});
    const after = stagesOf({}, { addedTo: 1, limit: 'starter' }, {});
    expect([places(before, 2), places(after, 2)]).toEqual([
      ['starter null', 'stage 3'],
      ['starter null', 'stage 1'],
    ]);
  });

  const target = (limit: RejectTo, position: number, input: Parameters<typeof returnTarget>[2]) => {
    const stages = four(limit);
    return returnTarget(stages[position - 1]!, stages, input);
  };
  it.each([
    ['starter', 3, {}, { to: 'starter', position: null }],
    ['previous', 3, {}, { to: 'previous', position: 2 }],
    ['previous', 3, { to: 'starter' }, { to: 'starter', position: null }],
    ['previous', 1, { to: 'previous' }, { to: 'starter', position: null }],
    ['any', 3, {}, { to: 'previous', position: 2 }],
    ['any', 3, { to: 'stage', position: 1 }, { to: 'stage', position: 1 }],
    ['any', 3, { to: 'stage', position: 2 }, { to: 'stage', position: 2 }],
  ] as const)('%s at stage %i with %j', (limit, position, input, expected) => {
    expect(target(limit, position, input)).toEqual(expected);
  });

  it.each([
    ['starter', 3, { to: 'previous' }, 'to'],
    ['starter', 3, { to: 'stage', position: 1 }, 'to'],
    ['previous', 3, { to: 'stage', position: 2 }, 'to'],
    ['any', 3, { to: 'stage' }, 'position'],
    ['any', 3, { to: 'stage', position: 3 }, 'position'],
    ['any', 3, { to: 'stage', position: 4 }, 'position'],
    ['any', 3, { to: 'previous', position: 1 }, 'position'],
    ['any', 3, { position: 1 }, 'position'],
  ] as const)('%s at stage %i refuses %j with the field %s', (limit, position, input, field) => {
    expect(refusalOf(() => target(limit, position, input))).toEqual([1001, field]);
  });

  it('of an added stage refuse every other stage', () => {
    const stages = stagesOf({}, {}, { addedTo: 2, limit: 'starter' }, {});
    const from = (input: Parameters<typeof returnTarget>[2]) => returnTarget(stages[2]!, stages, input);
    expect(from({})).toEqual({ to: 'starter', position: null });
    expect(from({ to: 'stage', position: 2 })).toEqual({ to: 'stage', position: 2 });
    expect(refusalOf(() => from({ to: 'stage', position: 1 }))).toEqual([1001, 'position']);
    expect(refusalOf(() => from({ to: 'previous' }))).toEqual([1001, 'to']);
  });
});

describe('the same person again', () => {
  const repeats = (stages: StageState[], at: number, now = { userId: 0, stage: { name: 'now', position: 1 } }) =>
    repeatOf(stages[at - 1]!, passesBefore(stages, now))?.userId ?? null;
  const later = (mode: SignMode, ...people: number[]): Given => ({
    mode,
    seats: people.map((id): [number, AssignmentStatus] => [id, 'waiting']),
  });
  const first: Given = {
    seats: [
      [1, 'passed'],
      [2, 'passed'],
      [3, 'closed'],
    ],
  };

  it.each([
    ['any-sign needs one', later('any', 9, 2), 2],
    ['any-sign without any', later('any', 9, 3), null],
    ['all-sign needs all', later('all', 1, 2), 1],
    ['all-sign lacks one', later('all', 1, 3), null],
    ['in turn needs all', later('in_turn', 2, 1), 2],
    ['in turn lacks one', later('in_turn', 2, 9), null],
    ['an added stage never', { ...later('any', 1), addedTo: 1 }, null],
    [
      'a partly decided stage never',
      {
        mode: 'all',
        seats: [
          [1, 'passed'],
          [2, 'waiting'],
        ],
      } as Given,
      null,
    ],
  ])('%s', (_what, stage, expected) => {
    expect(repeats(stagesOf(first, stage), 2)).toBe(expected);
  });

  it('counts the pass of this change and names its stage', () => {
    const stages = stagesOf({ seats: [[7, 'open']] }, later('any', 7));
    const now = { userId: 7, stage: stages[0]! };
    expect(repeatOf(stages[1]!, passesBefore(stages, now))?.stage.name).toBe('s1');
  });
});

describe('the straight way back', () => {
  /** Each stage `sN` belongs to the person N. */
  const plan = (...names: string[]): PlannedStage[] =>
    names.map((name, at) => ({ name, signMode: 'all', executorIds: [at + 1] }));
  const other = (at: number, set: Partial<PlannedStage>): PlannedStage[] =>
    plan('s1', 's2', 's3').map((stage, index) => (index + 1 === at ? { ...stage, ...set } : stage));
  const done: Given = { seats: [[1, 'passed']] };
  const refusing: Given = { seats: [[2, 'not_passed']], straight: true };
  const ended = (stages: StageState[], position: number, status: 'review_rejected' | 'paused' = 'review_rejected') => ({
    row: { status, position },
    stages,
    planned: stages
      .filter(({ addedBy }) => addedBy === null)
      .map(({ name, signMode }, at) => ({ name, signMode, executorIds: [at + 1] })),
  });
  const third = ended(stagesOf(done, { seats: [[2, 'passed']] }, { seats: [[3, 'not_passed']], straight: true }), 3);

  it.each([
    ['the same people', plan('s1', 's2', 's3'), [9], 3],
    ['another person before', other(2, { executorIds: [7] }), [9], 2],
    ['one more person before', other(1, { executorIds: [1, 7] }), [9], 1],
    ['another sign mode before', other(2, { signMode: 'any' }), [9], 2],
    ['other people in the refusing stage', other(3, { executorIds: [7], signMode: 'any' }), [9], 3],
    ['a passer who is an author now', plan('s1', 's2', 's3'), [2], 2],
    [
      'an own check that its author passed',
      [{ ...plan('自校')[0]!, name: '自校' }, ...plan('s1', 's2', 's3').slice(1)],
      [1],
      3,
    ],
  ])('begins at the first stage that nobody of the new plan passed: %s', (what, stages, authors, expected) => {
    const round = what.startsWith('an own check')
      ? {
          ...third,
          planned: stages,
          stages: third.stages.map((stage, at) => (at === 0 ? { ...stage, name: '自校' } : stage)),
        }
      : third;
    expect(entryOf(round, stages, authors)).toBe(expected);
  });

  it.each([
    ['begins at the refusing stage', ended(stagesOf(done, refusing, {}), 2), plan('s1', 's2', 's3'), 2],
    ['ignores later names', ended(stagesOf(done, refusing, {}), 2), plan('s1', 's2', 'new'), 2],
    ['not with another name before', ended(stagesOf(done, refusing, {}), 2), plan('new', 's2', 's3'), 1],
    ['not with another number', ended(stagesOf(done, refusing, {}), 2), plan('s1', 's2'), 1],
    ['not without the option', ended(stagesOf(done, { ...refusing, straight: false }), 2), plan('s1', 's2'), 1],
    [
      'not after a withdrawal',
      ended(stagesOf(done, { straight: true, seats: [[2, 'closed']] }), 2),
      plan('s1', 's2'),
      1,
    ],
    ['not from a pause', ended(stagesOf(done, refusing), 2, 'paused'), plan('s1', 's2'), 1],
    ['counts planned stages only', ended(stagesOf(done, { ...done, addedTo: 1 }, refusing), 3), plan('s1', 's3'), 2],
    ['not for an added stage', ended(stagesOf(done, { ...refusing, addedTo: 1 }), 2), plan('s1', 's2'), 1],
  ])('%s', (_what, round, stages, expected) => {
    expect(entryOf(round, stages)).toBe(expected);
  });
});

describe('separation', () => {
  const stages = stagesOf(
    { name: '自校', seats: [[1, 'passed']] },
    { name: '校对', separate: true, seats: [[2, 'passed']] },
    { name: '专业负责人', seats: [[6, 'passed']] },
    { name: '审核', separate: true, seats: [[3, 'open']] },
    { name: '审定', separate: true, seats: [[4, 'waiting']] },
  );
  it.each([
    [1, false],
    [2, true],
    [3, false],
    [4, true],
    [5, false],
    [6, false],
  ])('a separate stage judges person %i as elsewhere: %s', (userId, expected) => {
    expect(isElsewhere(stages, stages[3]!, userId)).toBe(expected);
  });
  it('does not judge a stage without the option', () => {
    expect(isElsewhere(stages, stages[2]!, 2)).toBe(false);
  });

  it('finds the own check behind an added stage', () => {
    const shifted = stagesOf({ name: '自校', addedTo: 2 }, { name: '自校' }, { name: '校对' });
    expect(shifted.map((stage) => isOwnCheckIn(shifted, stage))).toEqual([false, true, false]);
  });
});
