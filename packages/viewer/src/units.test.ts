import { describe, expect, it } from 'vitest';
import { distanceMm, lengthText, toModelMm } from './units.ts';

describe('lengths', () => {
  it('are millimetres of metres', () => {
    expect(distanceMm([0, 0, 0], [3, 0, 0])).toBe(3000);
    expect(distanceMm([1, 1, 1], [1, 1, 1])).toBe(0);
    expect(distanceMm([0, 0, 0], [1, 2, -2])).toBe(3000);
  });

  it('are written as on a drawing: whole, without separators', () => {
    expect(lengthText(3000)).toBe('3000 mm');
    expect(lengthText(37320.4)).toBe('37320 mm');
    expect(lengthText(7258.5)).toBe('7259 mm');
  });

  it('keep a decimal below 10 mm, where it separates a gap from a touch', () => {
    expect(lengthText(0.44)).toBe('0.4 mm');
    expect(lengthText(9.96)).toBe('10 mm');
    expect(lengthText(0)).toBe('0 mm');
    expect(lengthText(-0.01)).toBe('0 mm');
  });
});

describe('model axes', () => {
  it('have Z up and Y to the north', () => {
    expect(toModelMm([1, 2, 3])).toEqual([1000, -3000, 2000]);
  });

  it('have no negative zero, which a panel would show', () => {
    expect(Object.is(toModelMm([0, 0, 0])[1], 0)).toBe(true);
  });
});
