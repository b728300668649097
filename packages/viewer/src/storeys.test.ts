import { describe, expect, it } from 'vitest';
import { storeyCut } from './storeys.ts';
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

  it('leaves the lowest one what it stands on', () => {
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
