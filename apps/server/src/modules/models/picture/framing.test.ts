import { describe, expect, it } from 'vitest';
import { framingOf } from './framing.ts';
import type { Piece } from './shapes.ts';
import { around, sizeOf, type Vec } from './view.ts';

/** A cube on the ground. */
const cube = (x: number, z: number, side = 1, category = 'IFCWALL'): Piece => ({
  representation: 0,
  place: new Float64Array(12),
  box: { min: [x, 0, z], max: [x + side, side, z + side] },
  colour: [0, 0, 0],
  alpha: 1,
  isOneSided: false,
  category,
  item: 0,
});
/** Ten cubes in a row, which count as a building. */
const row = (x: number, step = 2): Piece[] => Array.from({ length: 10 }, (_, at) => cube(x + at * step, 0));
const lengthOf = (pieces: readonly Piece[], lines: readonly Vec[][] = []): number => {
  const { boxes } = framingOf(pieces, lines);
  return Math.round(sizeOf(around(boxes.flatMap(({ min, max }) => [min, max]))));
};

describe('the frame', () => {
  it('excludes a few far outliers, which are not drawn', () => {
    const far = cube(5000, 20);
    expect(lengthOf([...row(0), far])).toBe(19);
    expect(framingOf([far, ...row(0)], []).kept).not.toContain(far);
    expect(framingOf([...row(0), cube(9000, 9000), far], []).kept).toHaveLength(10);
  });

  it('includes two distant buildings, a long row, and large pieces', () => {
    expect(lengthOf([...row(0), ...row(5000)])).toBe(5019);
    expect(lengthOf(row(0, 500))).toBe(4501);
    expect(lengthOf([...row(0), cube(500, 0, 100)])).toBeGreaterThan(600);
    expect(lengthOf([cube(0, 0), cube(900, 0)])).toBe(901);
  });

  it('includes land and alignments, unless the building becomes too small', () => {
    expect(lengthOf([...row(0), cube(-5, 0, 30, 'IFCSITE')])).toBeGreaterThan(50);
    expect(lengthOf([...row(0), cube(-5, 0, 300, 'IFCSITE')])).toBe(19);
    expect(lengthOf([cube(0, 0, 300, 'IFCSITE')])).toBe(520);
    const line = (length: number): Vec[][] => [
      [
        [0, 0, 0],
        [length, 0, 0],
      ],
    ];
    expect(lengthOf(row(0), line(40))).toBe(40);
    expect(lengthOf(row(0), line(4000))).toBe(19);
    expect(lengthOf([], line(4000))).toBe(4000);
  });
});
