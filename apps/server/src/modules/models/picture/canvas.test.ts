import { describe, expect, it } from 'vitest';
import { Canvas, type ScreenPolygon } from './canvas.ts';

const RED = [1, 0, 0] as const;
const BLUE = [0, 0, 1] as const;
/** A flat polygon of loops of [x, y] pairs at one depth. */
const flat = (loops: number[][], depth: number, colour: ScreenPolygon['colour'], alpha = 1): ScreenPolygon => {
  let end = 0;
  const ends = loops.map((loop) => (end += loop.length / 2));
  const level = { a: 0, b: 0, c: depth, least: depth, most: depth };
  return { points: Float64Array.from(loops.flat()), ends, ...level, colour, alpha };
};
const square = (from: number, to: number): number[] => [from, from, to, from, to, to, from, to];
const at = (canvas: Canvas, x: number, y: number): number[] => [
  ...canvas.rgb.subarray((y * canvas.width + x) * 3, (y * canvas.width + x) * 3 + 3),
];

describe('a polygon', () => {
  it('fills the pixels with their centre inside, and leaves its holes', () => {
    const canvas = new Canvas(10, 10);
    expect(canvas.fill(flat([square(1, 9), square(3, 5)], 1, RED))).toBe(64 - 4);
    expect([at(canvas, 1, 1), at(canvas, 8, 8), at(canvas, 3, 3), at(canvas, 0, 0), at(canvas, 9, 9)]).toEqual([
      RED,
      RED,
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('leaves no gap and no overlap between neighbours', () => {
    const canvas = new Canvas(20, 20);
    const left = canvas.fill(flat([[1, 1, 18.3, 1, 1, 17.7]], 1, RED));
    const right = canvas.fill(flat([[18.3, 1, 18.3, 17.7, 1, 17.7]], 1, BLUE));
    const whole = new Canvas(20, 20).fill(flat([[1, 1, 18.3, 1, 18.3, 17.7, 1, 17.7]], 1, RED));
    expect(left + right).toBe(whole);
  });

  it('is covered by nearer ones in any drawing order, and is see-through where it is glass', () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const canvas = new Canvas(4, 4);
      for (const nearness of order) canvas.fill(flat([square(0, 4)], nearness, nearness === 2 ? RED : BLUE));
      expect(at(canvas, 2, 2)).toEqual(RED);
      canvas.fill(flat([square(0, 4)], 3, BLUE, 0.25));
      expect(at(canvas, 2, 2)).toEqual([0.75, 0, 0.25]);
      canvas.fill(flat([square(0, 4)], 2.5, BLUE));
      expect(at(canvas, 2, 2), 'glass covers nothing').toEqual(BLUE);
    }
  });

  it('outside the picture, without area or with invalid numbers draws nothing', () => {
    const canvas = new Canvas(4, 4);
    for (const points of [square(-9, -1), square(5, 1e9), [1, 1, 3, 3], [0, 0, Number.NaN, 1, 1, Number.NaN]])
      expect(canvas.fill(flat([points], 1, RED))).toBe(0);
    expect(canvas.fill(flat([square(-1e6, 1e6)], 1, RED))).toBe(16);
  });
});

describe('a stroke', () => {
  const point = (x: number, y: number, near = 1) => ({ x, y, near });

  it('is as wide as its pen, has no gap, and covers only pixels behind it', () => {
    const canvas = new Canvas(20, 20);
    expect(canvas.stroke(point(2, 10), point(18, 10), { width: 1, colour: RED })).toBe(17);
    expect(new Canvas(20, 20).stroke(point(2, 10), point(18, 10), { width: 3, colour: RED })).toBe(51);
    canvas.fill(flat([square(0, 20)], 2, BLUE));
    expect(canvas.stroke(point(2, 10), point(18, 3), { width: 1, colour: RED }), 'hidden').toBe(0);
    const slanting = new Canvas(20, 20);
    slanting.stroke(point(1, 1, 1), point(18, 18, 1), { width: 1, colour: RED });
    for (let x = 1; x <= 18; x += 1) expect(slanting.depth.subarray(x, 400).some((near) => near > 0)).toBe(true);
  });

  it('with equal ends is a square, and passes its pixels to the callback of the pen', () => {
    const seen: number[] = [];
    const canvas = new Canvas(9, 9);
    const pen = { width: 3, colour: RED, onPixel: (at: number): void => void seen.push(at) };
    expect(canvas.stroke(point(4.5, 4.5), point(4.5, 4.5), pen)).toBe(9);
    expect(seen.toSorted((a, b) => a - b)).toEqual([30, 31, 32, 39, 40, 41, 48, 49, 50]);
    expect(
      canvas.depth.every((near) => near === 0),
      'it leaves the depth as it is',
    ).toBe(true);
  });

  it('outside the picture draws nothing at any length', () => {
    const canvas = new Canvas(9, 9);
    const pen = { width: 1, colour: RED };
    expect(canvas.stroke(point(-1e6, 4), point(1e6, 4), pen)).toBe(9);
    expect(canvas.stroke(point(-5, -5), point(-1e12, 4), pen)).toBe(0);
    expect(canvas.stroke(point(Number.NaN, 4), point(3, Number.POSITIVE_INFINITY), pen)).toBe(0);
  });
});
