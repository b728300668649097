import { describe, expect, test } from 'vitest';
import { clamped, dragged, sideOf, wholeOf, ZOOM_MOST } from './crop.ts';

const WIDE = { width: 400, height: 200 };

describe('the square of a picture', () => {
  test('begins in the middle, as large as fits', () => {
    expect(wholeOf(WIDE)).toEqual({ x: 200, y: 100, zoom: 1 });
    expect(sideOf(WIDE, 1)).toBe(200);
    expect(sideOf(WIDE, 2)).toBe(100);
  });

  test('follows the hand and never leaves the picture', () => {
    expect(dragged(wholeOf(WIDE), WIDE, { x: 60, y: 60 }, 200)).toEqual({ x: 140, y: 100, zoom: 1 });
    expect(dragged(wholeOf(WIDE), WIDE, { x: -999, y: 0 }, 200).x).toBe(300);
    expect(dragged({ x: 200, y: 100, zoom: 2 }, WIDE, { x: 0, y: 20 }, 200).y).toBe(90);
  });

  test('is neither smaller than the largest zoom nor larger than the picture', () => {
    expect(clamped({ x: 0, y: 0, zoom: 99 }, WIDE)).toEqual({ x: 25, y: 25, zoom: ZOOM_MOST });
    expect(clamped({ x: 0, y: 0, zoom: 0.1 }, WIDE)).toEqual({ x: 100, y: 100, zoom: 1 });
  });
});
