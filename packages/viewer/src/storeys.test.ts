import { describe, expect, it } from 'vitest';
import { sameCuts, storeyCut } from './storeys.ts';
import type { Box } from './types.ts';

const house: Box = { min: [-6, -1, -4], max: [6, 8, 4] };
const FLOORS = [0, 3, 6];
const heights = (floor: number, floors = FLOORS) =>
  storeyCut(house, floors, floor).sections.map(({ point, normal }) => [
    normal[1],
    Math.round((point[1] ?? 0) * 1000) / 1000,
  ]);

describe('a look into one storey', () => {
  it('cuts above it, under the ceiling, and below its slab', () => {
    expect(heights(3)).toEqual([
      [1, 5.1],
      [-1, 2.6],
    ]);
    expect(storeyCut(house, FLOORS, 3).box).toEqual({ min: [-6, 2.6, -4], max: [6, 5.1, 4] });
  });

  it('keeps the base below the lowest storey', () => {
    expect(heights(0)).toEqual([[1, 2.1]]);
    expect(storeyCut(house, FLOORS, 0).box.min[1]).toBe(-1);
  });

  it('opens an attic and leaves a roof whole', () => {
    expect(heights(6)).toEqual([
      [1, 7.4],
      [-1, 5.6],
    ]);
    expect(heights(7, [0, 7])).toEqual([[-1, 6.6]]);
  });

  it('does not take a landing for the next storey', () => {
    expect(heights(0, [0, 1.2, 3])).toEqual([[1, 2.1]]);
  });
});

describe('whether sections show a storey', () => {
  const of = (floor: number) => storeyCut(house, FLOORS, floor).sections;

  it('recognises a storey after a move to another origin and back, for any points on the planes', () => {
    const back = of(3).map(({ point, normal }) => ({
      point: [point[0] + 7, point[1] + 4e-9, point[2] - 2] as const,
      normal,
    }));
    expect(sameCuts(back.toReversed(), of(3))).toBe(true);
  });

  it('rejects another height, another side or an additional plane', () => {
    const [top, bottom] = of(3);
    if (!top || !bottom) throw new Error('a storey in the middle is cut twice');
    expect(sameCuts(of(0), of(3))).toBe(false);
    expect(sameCuts([top, { ...bottom, point: [0, 2.59, 0] }], of(3))).toBe(false);
    expect(sameCuts([top, { ...bottom, normal: [0, 1, 0] }], of(3))).toBe(false);
    expect(sameCuts([...of(3), { point: [0, 0, 0], normal: [1, 0, 0] }], of(3))).toBe(false);
    expect(sameCuts([], of(3))).toBe(false);
  });
});
