import { describe, expect, it } from 'vitest';
import { comparesAmounts, highestLevels, levelOf, LEVELS, NO_PLACE, ownLevels, seesAmount } from '../src/index.ts';
import type { Level } from '../src/index.ts';
import { person, superAdminRole } from './people.ts';

describe('levels of modules', () => {
  it('are the stored ones, 0 for a missing module, and 3 everywhere for superAdmin', () => {
    const clerk = person({ levels: { contract: 2 } });
    expect([levelOf(clerk, 'contract'), levelOf(clerk, 'invoice')]).toEqual([2, 0]);
    expect(levelOf(clerk, 'toString')).toBe(0);
    expect(levelOf(person({ roles: [superAdminRole] }), 'invoice')).toBe(3);
  });

  it('join several roles by the highest level of each module', () => {
    expect(LEVELS).toEqual([0, 1, 2, 3]);
    expect(highestLevels([{ contract: 1, cost: 3 }, undefined, { contract: 2, cost: 1 }])).toEqual({
      contract: 2,
      cost: 3,
    });
  });

  it('of a project role count in its project alone, as own', () => {
    expect(ownLevels({ contract: 3, invoice: 0, cost: 'all' })).toEqual({ contract: 1 });
    expect(ownLevels(undefined)).toEqual({});
    const manager = person({ levels: { cost: 2 }, projectLevels: { 5: ownLevels({ contract: 3, cost: 1 }) } });
    expect([null, 5, 6].map((project) => levelOf(manager, 'contract', project))).toEqual([0, 1, 0]);
    expect([levelOf(manager, 'contract'), levelOf(manager, 'cost', 5), levelOf(manager, 'cost', 6)]).toEqual([0, 2, 2]);
    expect(levelOf(person({ roles: [superAdminRole] }), 'contract', 6)).toBe(3);
  });

  it('ignore a damaged value', () => {
    expect(highestLevels([{ contract: 9, invoice: 'all', toString: 1 }])).toEqual({ toString: 1 });
  });
});

describe('amounts of a record', () => {
  const place = { ...NO_PLACE, departmentId: 3, departmentAndBelow: [3, 4] };
  const at = (level: Level) => person({ levels: { contract: level }, place });
  const mine = { people: [7, 8], departmentId: 9 };
  const ours = { people: [8], departmentId: 4 };
  const theirs = { people: [8], departmentId: 9 };
  const ofNobody = { people: [], departmentId: null };

  it.each<[Level, boolean, boolean, boolean, boolean]>([
    [0, false, false, false, false],
    [1, true, false, false, false],
    [2, true, true, false, false],
    [3, true, true, true, true],
  ])('at level %i: own %s, of the department %s, of others %s, of nobody %s', (level, ...seen) => {
    expect([mine, ours, theirs, ofNobody].map((facts) => seesAmount(at(level), 'contract', facts))).toEqual(seen);
    expect([mine, ours, theirs, ofNobody].some((facts) => seesAmount(at(level), 'cost', facts))).toBe(false);
  });

  it('are shown by a project role for the own records of its project', () => {
    const manager = person({ projectLevels: { 5: { contract: 1 } }, place });
    const ofProject = (projectId?: number | null) => ({ ...mine, projectId });
    expect([5, 6, null, undefined].map((id) => seesAmount(manager, 'contract', ofProject(id)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(seesAmount(manager, 'contract', { ...theirs, projectId: 5 })).toBe(false);
    expect(comparesAmounts(manager, 'contract')).toBe(false);
  });

  it('are hidden without sign-in and compared at the level of all alone', () => {
    expect(seesAmount(null, 'contract', mine)).toBe(false);
    expect(([0, 1, 2, 3] as const).map((level) => comparesAmounts(at(level), 'contract'))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(comparesAmounts(null, 'contract')).toBe(false);
  });
});
