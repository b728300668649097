import { describe, expect, it } from 'vitest';
import type { RoleKey } from '@prdm/contract/nodes';
import { proposedStages, refilled } from './stage-proposals.ts';

const [ARCH, STRUCTURE] = [1, 2];
const stageAt = (place: number) => ({ name: `stage ${place}`, executor_ids: [] as readonly number[] });
type Members = Parameters<typeof proposedStages>[0]['members'];
const member = (user_id: number, key: RoleKey, profession_id: number | null): Members[number] => ({
  user_id,
  status: 'active',
  roles: [{ id: user_id, key, name: key, profession_id, profession_name: '' }],
});
const MEMBERS: Members = [
  member(11, 'designer', ARCH),
  member(12, 'proofreader', ARCH),
  member(13, 'proofreader', ARCH),
  member(14, 'reviewer', ARCH),
  member(22, 'proofreader', STRUCTURE),
  member(30, 'approver', null),
];
const propose = (professionId: number | undefined, executorIds: number[] = [], members: Members = MEMBERS) =>
  proposedStages({ members, professionId, executorIds }, stageAt).map(({ name, executor_ids: ids }) => [name, ids]);

describe('proposed stages', () => {
  it.each<[string, unknown, unknown]>([
    [
      'the holders in the discipline in order, and those in the whole project',
      propose(ARCH),
      [
        ['stage 1', [12, 13]],
        ['stage 2', [14]],
        ['stage 3', [30]],
      ],
    ],
    [
      'another profession',
      propose(STRUCTURE),
      [
        ['stage 1', [22]],
        ['stage 3', [30]],
      ],
    ],
    [
      'an executor checks no own work',
      propose(ARCH, [12]),
      [
        ['stage 1', [13]],
        ['stage 2', [14]],
        ['stage 3', [30]],
      ],
    ],
    ['no reviewer is left for a stage', propose(ARCH, [14, 30]), [['stage 1', [12, 13]]]],
    ['no profession chosen', propose(undefined), [['stage 1', []]]],
    ['no member holds a checking role', propose(ARCH, [], [member(11, 'designer', ARCH)]), [['stage 1', []]]],
    [
      'one person with two roles checks once',
      propose(
        ARCH,
        [],
        [
          {
            ...member(12, 'proofreader', ARCH),
            roles: [...member(12, 'proofreader', ARCH).roles, ...member(12, 'reviewer', ARCH).roles],
          },
        ],
      ),
      [['stage 1', [12]]],
    ],
    [
      'a disabled member',
      propose(STRUCTURE, [], [{ ...member(22, 'proofreader', STRUCTURE), status: 'disabled' }]),
      [['stage 1', []]],
    ],
  ])('%s', (_what, found, wanted) => {
    expect(found).toEqual(wanted);
  });
});

describe('stages filled again', () => {
  const arch = proposedStages({ members: MEMBERS, professionId: ARCH, executorIds: [] }, stageAt);
  const structure = proposedStages({ members: MEMBERS, professionId: STRUCTURE, executorIds: [] }, stageAt);
  it('follow the next proposal while no stage was changed', () => {
    expect(refilled([stageAt(1)], { last: [stageAt(1)], next: arch })).toEqual(arch);
    expect(refilled(arch, { last: arch, next: structure })).toEqual(structure);
  });
  it('keep stages that the user changed; the others follow and lose reviewers of another discipline', () => {
    const chosen = { name: 'stage 1', executor_ids: [99] };
    const renamed = { name: '校对一', executor_ids: [12, 13] };
    expect(refilled([chosen, ...arch.slice(1)], { last: arch, next: structure })).toEqual([
      chosen,
      { name: 'stage 2', executor_ids: [] },
      { name: 'stage 3', executor_ids: [30] },
    ]);
    expect(refilled([renamed], { last: arch, next: structure })).toEqual([renamed]);
  });
});
