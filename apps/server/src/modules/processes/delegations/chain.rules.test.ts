import { describe, expect, it } from 'vitest';
import type { AssignmentStatus } from '@prdm/contract/status';
import { chainFrom, deputiesIn, type Delegation, type Excluding, type InForce } from './chain.rules.ts';

const END = new Date('2027-01-10T00:00:00Z');
const EARLY = new Date('2027-01-05T00:00:00Z');

const force = (...links: readonly [from: number, to: number, end?: Date][]): InForce =>
  new Map(
    links.map(([fromId, toId, toAt = END], id) => [fromId, { id: id + 1, fromId, toId, toAt } satisfies Delegation]),
  );

describe('a chain of delegations', () => {
  it.each([
    ['none', force(), null],
    ['one', force([1, 2]), 2],
    ['two', force([1, 2], [2, 3]), 3],
    ['three', force([1, 2], [2, 3], [3, 4]), 4],
    ['four', force([1, 2], [2, 3], [3, 4], [4, 5]), 'too_long'],
    ['there and back', force([1, 2], [2, 1]), 'loop'],
    ['a loop behind the first', force([1, 2], [2, 3], [3, 2]), 'loop'],
    ['a loop of four', force([1, 2], [2, 3], [3, 4], [4, 1]), 'loop'],
    ['of others', force([2, 3]), null],
  ])('%s', (_name, inForce, expected) => {
    const found = chainFrom(1, inForce);
    expect(found && (found.problem ?? found.deputy?.userId)).toBe(expected);
  });

  it('lasts until its earliest end and is named by its first delegation', () => {
    const found = chainFrom(1, force([1, 2], [2, 3, EARLY]));
    expect(found).toEqual({ delegationId: 1, deputy: { userId: 3, until: EARLY }, problem: null });
  });
});

interface Seat {
  readonly user: number;
  readonly status?: AssignmentStatus;
  readonly to?: number;
  readonly by?: number;
  readonly turn?: number;
}
const stageOf = (...seats: readonly Seat[]) => ({
  assignments: seats.map(({ user, status = 'open', to, by, turn }, index) => ({
    assignmentId: user * 10,
    userId: user,
    turn: turn ?? index,
    status,
    transferTo: to ?? null,
    decidedBy: by ?? null,
  })),
});
const anyone: Excluding = { starterId: 90, authorIds: [91, 92], isFit: (id) => id !== 99 };
const outcomes = (stage: ReturnType<typeof stageOf>, inForce: InForce): [number, unknown][] =>
  [...deputiesIn(stage, inForce, anyone)].map(([id, { deputy, problem }]) => [id, deputy?.userId ?? problem]);

describe('the deputy of an assignment', () => {
  it.each([
    ['is the end of the chain', stageOf({ user: 1 }), force([1, 2], [2, 3]), [[10, 3]]],
    ['is none without a delegation', stageOf({ user: 1 }), force([2, 3]), []],
    ['is never the starter', stageOf({ user: 1 }), force([1, 90]), [[10, 'unfit']]],
    ['is never an author of the work', stageOf({ user: 1 }), force([1, 91]), [[10, 'unfit']]],
    ['is never the starter at the end of a chain', stageOf({ user: 1 }), force([1, 2], [2, 90]), [[10, 'unfit']]],
    ['may be reached through an author', stageOf({ user: 1 }), force([1, 91], [91, 2]), [[10, 2]]],
    ['is never a person who may not decide', stageOf({ user: 1 }), force([1, 99]), [[10, 'unfit']]],
    ['is no executor of the stage', stageOf({ user: 1 }, { user: 2 }), force([1, 2]), [[10, 'unfit']]],
    [
      'is no executor who passed the stage',
      stageOf({ user: 1 }, { user: 2, status: 'passed' }),
      force([1, 2]),
      [[10, 'unfit']],
    ],
    [
      'is no deputy who passed the stage',
      stageOf({ user: 1 }, { user: 2, status: 'passed', by: 3 }),
      force([1, 3]),
      [[10, 'unfit']],
    ],
    [
      'is no target of a transfer in the stage',
      stageOf({ user: 1 }, { user: 2, status: 'transfer_awaiting', to: 3 }),
      force([1, 3]),
      [[10, 'unfit']],
    ],
    [
      'may be a former executor of the stage',
      stageOf({ user: 1 }, { user: 2, status: 'transferred' }),
      force([1, 2]),
      [[10, 2]],
    ],
    [
      'decides one assignment of the stage, the earlier turn',
      stageOf({ user: 1, turn: 1 }, { user: 2, turn: 0 }),
      force([1, 3], [2, 3]),
      [
        [20, 3],
        [10, 'unfit'],
      ],
    ],
    ['is none of a decided assignment', stageOf({ user: 1, status: 'passed' }), force([1, 2]), []],
    [
      'is none in a loop',
      stageOf({ user: 1 }, { user: 2 }),
      force([1, 2], [2, 1]),
      [
        [10, 'loop'],
        [20, 'loop'],
      ],
    ],
  ])('%s', (_name, stage, inForce, expected) => {
    expect(outcomes(stage, inForce)).toEqual(expected);
  });
});
