import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FOLDER_RIGHTS, rightsMask, rightsOf } from '../src/index.ts';

describe('folder rights as a mask', () => {
  it('gives each right its own stored bit', () => {
    expect(FOLDER_RIGHTS.map((right) => [right, rightsMask([right])])).toEqual([
      ['view', 1],
      ['download', 2],
      ['create', 4],
      ['edit', 8],
      ['delete', 16],
      ['authorize', 32],
    ]);
    expect(rightsMask([])).toBe(0);
    expect(rightsMask(FOLDER_RIGHTS)).toBe(63);
  });

  it('returns what was written: sorted, each right once', () => {
    const anyRights = fc.array(fc.constantFrom(...FOLDER_RIGHTS), { maxLength: 12 });
    fc.assert(
      fc.property(anyRights, (rights) => {
        const expected = FOLDER_RIGHTS.filter((right) => rights.includes(right));
        expect(rightsOf(rightsMask(rights))).toEqual(expected);
      }),
    );
  });

  it('converts every mask back to itself', () => {
    const masks = Array.from({ length: 64 }, (_, mask) => mask);
    expect(masks.map((mask) => rightsMask(rightsOf(mask)))).toEqual(masks);
  });

  it.each([-1, 64, 1.5, 2 ** 32 + 1, Number.NaN])('refuses %s, which is not a mask', (mask) => {
    expect(() => rightsOf(mask)).toThrow(RangeError);
  });
});
