import { describe, expect, it } from 'vitest';
import { highestLevels, levelOf, LEVELS } from '../src/index.ts';
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

  it('ignore a damaged value', () => {
    expect(highestLevels([{ contract: 9, invoice: 'all', toString: 1 }])).toEqual({ toString: 1 });
  });
});
