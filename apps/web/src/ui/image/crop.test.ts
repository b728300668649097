import { describe, expect, test } from 'vitest';
import { clamped, dragged, firstCrop, partOf, zoomLeast, ZOOM_MOST } from './crop.ts';

const WIDE = { width: 400, height: 200 };
const SQUARE = { width: 512, height: 512 };
const LOGO = { width: 480, height: 120, margins: true };

describe('the kept part of a picture', () => {
  test('begins in the middle, as large as fits', () => {
    expect(firstCrop(WIDE, SQUARE)).toEqual({ x: 200, y: 100, zoom: 1 });
    expect(partOf(WIDE, SQUARE, 1)).toEqual({ width: 200, height: 200 });
    expect(partOf(WIDE, SQUARE, 2)).toEqual({ width: 100, height: 100 });
    expect(partOf(WIDE, { width: 960, height: 540 }, 1)).toEqual({ width: 200 * (16 / 9), height: 200 });
  });

  test('follows the hand and never leaves the picture', () => {
    const first = firstCrop(WIDE, SQUARE);
    expect(dragged(first, WIDE, SQUARE, { x: 60, y: 60, view: 200 })).toEqual({ x: 140, y: 100, zoom: 1 });
    expect(dragged(first, WIDE, SQUARE, { x: -999, y: 0, view: 200 }).x).toBe(300);
    expect(dragged({ x: 200, y: 100, zoom: 2 }, WIDE, SQUARE, { x: 0, y: 20, view: 200 }).y).toBe(90);
  });

  test('is neither smaller than the largest zoom nor larger than the picture', () => {
    expect(clamped({ x: 0, y: 0, zoom: 99 }, WIDE, SQUARE)).toEqual({ x: 25, y: 25, zoom: ZOOM_MOST });
    expect(clamped({ x: 0, y: 0, zoom: 0.1 }, WIDE, SQUARE)).toEqual({ x: 100, y: 100, zoom: 1 });
  });

  test('with margins begins as the whole picture in the middle', () => {
    expect(zoomLeast(WIDE, LOGO)).toBe(0.5);
    expect(firstCrop(WIDE, LOGO)).toEqual({ x: 200, y: 100, zoom: 0.5 });
    expect(partOf(WIDE, LOGO, 0.5)).toEqual({ width: 800, height: 200 });
    expect(clamped({ x: 0, y: 0, zoom: 0.5 }, WIDE, LOGO)).toEqual({ x: 200, y: 100, zoom: 0.5 });
  });
});
