import { describe, expect, it } from 'vitest';
import type { OpinionGrade, OpinionState } from '@prdm/contract/processes/opinions';
import type { AssignmentStatus } from '@prdm/contract/status';
import { AppError } from '../../platform/errors.ts';
import type { Standing } from '../processes/index.ts';
import { blockedBy } from './opinions.gate.ts';
import { assertFields } from './opinions.place.ts';
import {
  blocks,
  changesOf,
  obstacleTo,
  positionIn,
  stageOf,
  OPINION_CHANGES,
  type Course,
  type OpinionFacts,
} from './opinions.rules.ts';

type Stage = Standing['stages'][number];

/** People: 1 designs, 2 starts the round, 3 checks stage 2, 4 stage 3, 5 all stages, 6 is a stranger, 7 checks stage 2 too. */
const SEATS: readonly (readonly number[])[] = [
  [1, 5],
  [3, 5, 7],
  [4, 5],
];

const stageAt = (
  position: number,
  name: string,
  users: readonly number[],
  status?: AssignmentStatus,
  addedBy: number | null = null,
): Stage =>
  ({
    stageId: 100 + position,
    originId: 100 + position,
    position,
    name,
    status: position === 2 ? 'under_review' : 'not_reviewed',
    addedBy,
    assignments: users.map((userId) => ({ assignmentId: userId, userId, turn: 0, status: status ?? 'waiting' })),
  }) as unknown as Stage;

const NAMES = ['自校', '校对', '审核'];
const stages = SEATS.map((users, at) => stageAt(at + 1, NAMES[at] ?? '', users));
const course = (more: Partial<Course> = {}): Course => ({
  status: 'under_review',
  round: 2,
  stages,
  stage: stages[1] as Stage,
  authorIds: [1],
  starterIds: [2],
  gone: new Set(),
  ...more,
});

const opinion = (more: Partial<OpinionFacts> = {}): OpinionFacts => ({
  round: 2,
  origin_id: 102,
  stage_name: '校对',
  position: 2,
  state: 'open',
  author_id: 3,
  for_user_id: null,
  answered: false,
  ...more,
});

const mayDo = (userId: number, of: Partial<OpinionFacts> = {}, more: Partial<Course> = {}): string => {
  const changes = changesOf(opinion(of), course(more), userId);
  return OPINION_CHANGES.filter((change) => changes[change]).join(' ');
};

describe('changes of an opinion by state and person', () => {
  it.each<[OpinionState, boolean, number, string]>([
    ['open', false, 3, 'edit del close keep'],
    ['open', true, 3, 'edit close keep'],
    ['answered', true, 3, 'close keep'],
    ['closed', true, 3, 'reopen'],
    ['kept', true, 3, 'reopen'],
    // An author of the work and a starter answer, and end nothing of others.
    ['open', false, 1, 'reply'],
    ['answered', true, 1, 'reply'],
    ['closed', true, 1, ''],
    ['kept', true, 2, ''],
    ['open', false, 2, 'reply'],
    // An executor of a later stage.
    ['open', false, 4, 'close keep'],
    ['answered', true, 4, 'close keep'],
    ['closed', true, 4, 'reopen'],
    ['open', false, 5, 'close keep'],
    // Another executor of the same stage, and a stranger.
    ['open', false, 7, ''],
    ['closed', false, 7, ''],
    ['open', false, 6, ''],
  ])('%s (answered: %s) by person %i: %s', (state, answered, userId, expected) => {
    expect(mayDo(userId, { state, answered })).toBe(expected);
  });

  it('an executor of the same stage ends it when its author cannot act any more', () => {
    expect(mayDo(7, {}, { gone: new Set([3]) })).toBe('close keep');
    expect(mayDo(7, { state: 'closed' }, { gone: new Set([3]) })).toBe('reopen');
    expect(mayDo(7, {}, { gone: new Set([3, 7]) })).toBe('');
  });

  it('an executor of the same stage ends it when no person of it sits in the round any more', () => {
    expect(mayDo(7, { author_id: 8 })).toBe('close keep');
    expect(mayDo(7, { author_id: 8, for_user_id: 3 })).toBe('');
    expect(mayDo(7, { author_id: 8, for_user_id: 3 }, { gone: new Set([8]) })).toBe('');
    expect(mayDo(7, { author_id: 8, for_user_id: 3 }, { gone: new Set([3, 8]) })).toBe('close keep');
    // The author of the opinion ends it without an assignment, too.
    expect(mayDo(8, { author_id: 8 })).toBe('edit del close keep');
  });

  it('an executor of an added stage ends no opinion of an earlier one', () => {
    const added = stageAt(3, '审核', [4], undefined, 7);
    expect(mayDo(4, {}, { stages: [...stages.slice(0, 2), added] })).toBe('');
    expect(mayDo(4, { position: 3, origin_id: 103, author_id: 8 }, { stages: [...stages.slice(0, 2), added] })).toBe(
      'close keep',
    );
  });

  it('the person for whom a deputy raised it has the rights of the author', () => {
    expect(mayDo(3, { author_id: 6, for_user_id: 3 })).toBe('edit del close keep');
  });

  it('an author of the work ends an own opinion, also as executor of a later stage no other one', () => {
    expect(mayDo(1, { author_id: 1, position: 1, origin_id: 101, stage_name: '自校' })).toBe(
      'edit del reply close keep',
    );
    expect(mayDo(4, {}, { authorIds: [1, 4] })).toBe('reply');
    expect(mayDo(4, {}, { starterIds: [4] })).toBe('reply');
  });

  it('a transferred assignment gives no right', () => {
    const later = stageAt(3, '审核', [4], 'transferred');
    expect(mayDo(4, {}, { stages: [stages[0] as Stage, stages[1] as Stage, later] })).toBe('');
  });

  it.each<[Course['status'], OpinionState, string]>([
    ['under_review', 'open', 'edit del close keep'],
    ['paused', 'open', 'edit del close keep'],
    ['paused', 'closed', ''],
    ['review_rejected', 'open', 'edit del close keep'],
    ['review_rejected', 'kept', ''],
    ['review_complete', 'open', 'close keep'],
    ['review_complete', 'closed', ''],
    ['cancelled', 'open', ''],
    ['cancelled', 'answered', ''],
  ])('in a process %s an opinion %s: %s', (status, state, expected) => {
    expect(mayDo(3, { state }, { status })).toBe(expected);
  });

  it('each refused state has its reason', () => {
    const reason = (change: (typeof OPINION_CHANGES)[number], of: Partial<OpinionFacts>, status?: Course['status']) =>
      obstacleTo(change, opinion(of), { status: status ?? 'under_review' });
    expect([
      reason('reply', {}, 'cancelled'),
      reason('close', { state: 'kept' }),
      reason('reopen', { state: 'answered' }),
      reason('reopen', { state: 'closed' }, 'review_complete'),
      reason('edit', { state: 'answered', answered: true }),
      reason('del', { answered: true }),
      reason('edit', {}, 'review_complete'),
      reason('reply', {}, 'review_complete'),
    ]).toEqual(['cancelled', 'ended', 'notEnded', 'notUnderReview', 'answered', 'answered', 'complete', null]);
  });
});

describe('the stage of a new opinion', () => {
  it.each([
    [3, 2],
    [5, 2],
    [1, 1],
    [4, 3],
    [6, null],
    [2, null],
  ])('person %i: stage %s', (userId, expected) => {
    expect(stageOf(course(), userId)?.stage.position ?? null).toBe(expected);
  });
});

describe('the stage of an opinion in a round', () => {
  const round = (...names: string[]) => names.map((name, at) => ({ originId: 200 + at + 1, name, position: at + 1 }));
  const raised = { round: 1, origin_id: 102, stage_name: '校对', position: 2 };

  it.each<[string, number, { originId: number; name: string; position: number }[], number]>([
    [
      'the stage itself, although it moved',
      1,
      [...round('加签', '审核'), { originId: 102, name: '改名', position: 3 }],
      3,
    ],
    ['the same name in a later round', 2, round('校对', '审核', '批准'), 1],
    ['of several with the name the one at the same position', 2, round('校对', '校对', '校对'), 2],
    ['of several with the name elsewhere the first', 2, round('自校', '审核', '校对', '校对'), 3],
    ['else the same position', 2, round('自校', '专业校对', '审定'), 2],
    ['else the last stage', 2, round('审定'), 1],
  ])('%s', (_what, number, now, expected) => {
    expect(positionIn(raised, number, now)).toBe(expected);
  });
});

describe('the gate', () => {
  const judged = (grade: OpinionGrade, state: OpinionState, at: number): boolean =>
    blocks({ ...opinion({ state }), grade }, { round: 2, stages, stage: stages[at - 1] as Stage });

  it.each<[OpinionGrade, OpinionState, number, boolean]>([
    ['principle', 'open', 1, false],
    ['principle', 'open', 2, true],
    ['principle', 'open', 3, true],
    ['principle', 'answered', 2, true],
    ['principle', 'closed', 2, false],
    ['principle', 'kept', 3, false],
    ['technical', 'open', 2, false],
    ['general', 'answered', 3, false],
  ])('%s %s blocks stage %i: %s', (grade, state, at, expected) => {
    expect(judged(grade, state, at)).toBe(expected);
  });

  it('names at most five numbers, and how many there are', () => {
    const few = blockedBy([2, 3]);
    expect([few.code, few.key, few.details.params]).toEqual([1008, 'opinions.blockedBy', { numbers: '#2 #3', n: 2 }]);
    const many = blockedBy([1, 2, 3, 4, 5, 6, 7]);
    expect([many.key, many.details.params]).toEqual(['opinions.blockedByMore', { numbers: '#1 #2 #3 #4 #5', n: 7 }]);
  });
});

describe('the fields of a place', () => {
  const NONE = { attachment_id: false, page: false, version_id: false, view: false, guid: false };
  const fieldOf = (...args: Parameters<typeof assertFields>): string | undefined => {
    try {
      assertFields(...args);
    } catch (error) {
      if (error instanceof AppError && error.code === 1001) return error.details.field;
      throw error;
    }
    return undefined;
  };

  it.each([
    ['text', {}, undefined],
    ['text', { attachment_id: true }, 'attachment_id'],
    ['text', { view: true }, 'view'],
    ['file', {}, 'attachment_id'],
    ['file', { attachment_id: true, page: true }, undefined],
    ['file', { attachment_id: true, guid: true }, 'guid'],
    ['file', { attachment_id: true, version_id: true }, 'version_id'],
    ['viewpoint', { view: true }, 'version_id'],
    ['viewpoint', { version_id: true }, 'view'],
    ['viewpoint', { version_id: true, view: true }, undefined],
    ['viewpoint', { version_id: true, view: true, guid: true }, 'guid'],
    ['viewpoint', { version_id: true, view: true, page: true }, 'page'],
    ['component', { version_id: true, view: true }, 'guid'],
    ['component', { version_id: true, view: true, guid: true }, undefined],
    ['component', { version_id: true, view: true, guid: true, attachment_id: true }, 'attachment_id'],
  ] as const)('%s with %j: %s', (place, given, expected) => {
    expect(fieldOf(place, { ...NONE, ...given })).toBe(expected);
  });
  it('pages count from 1', () => {
    const given = { ...NONE, attachment_id: true, page: true };
    expect([fieldOf('file', given, 0), fieldOf('file', given, 1)]).toEqual(['page', undefined]);
  });
});
