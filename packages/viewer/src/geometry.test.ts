import { describe, expect, it } from 'vitest';
import { clipPolygon, clipSegment, cutBox, dot, nearestAlong, planeInBox, sub } from './geometry.ts';
import type { Box, Vec3 } from './types.ts';

const box: Box = { min: [0, 0, 0], max: [4, 2, 6] };

function area(points: readonly Vec3[]): number {
  const [first] = points;
  if (!first) return 0;
  let sum: Vec3 = [0, 0, 0];
  for (let index = 1; index < points.length - 1; index++) {
    const a = sub(points[index] ?? first, first);
    const b = sub(points[index + 1] ?? first, first);
    sum = [sum[0] + a[1] * b[2] - a[2] * b[1], sum[1] + a[2] * b[0] - a[0] * b[2], sum[2] + a[0] * b[1] - a[1] * b[0]];
  }
  return Math.hypot(...sum) / 2;
}

describe('a plane through a box', () => {
  it('cuts a rectangle across each axis', () => {
    expect(area(planeInBox(box, [1, 1, 1], [1, 0, 0]))).toBeCloseTo(12);
    expect(area(planeInBox(box, [1, 1, 1], [0, 1, 0]))).toBeCloseTo(24);
    expect(area(planeInBox(box, [1, 1, 1], [0, 0, -1]))).toBeCloseTo(8);
  });

  it('stays on the plane and inside the box when slanted', () => {
    const normal: Vec3 = [1 / Math.sqrt(3), 1 / Math.sqrt(3), 1 / Math.sqrt(3)];
    const point: Vec3 = [2, 1, 3];
    const corners = planeInBox(box, point, normal);
    expect(corners.length).toBeGreaterThanOrEqual(3);
    for (const corner of corners) {
      expect(dot(sub(corner, point), normal)).toBeCloseTo(0);
      for (const axis of [0, 1, 2] as const) {
        expect(corner[axis]).toBeGreaterThanOrEqual(box.min[axis] - 1e-9);
        expect(corner[axis]).toBeLessThanOrEqual(box.max[axis] + 1e-9);
      }
    }
  });

  it('passes by when it lies outside', () => {
    expect(planeInBox(box, [5, 0, 0], [1, 0, 0])).toEqual([]);
  });
});

describe('the part of a box that sections leave', () => {
  it('is the whole box without a plane through it, and empty when a plane cuts it all away', () => {
    expect(cutBox(box, [])).toEqual(box);
    expect(cutBox(box, [{ point: [5, 0, 0], normal: [1, 0, 0] }])).toEqual(box);
    expect(cutBox(box, [{ point: [5, 0, 0], normal: [-1, 0, 0] }])).toBeNull();
  });

  it('ends at the planes', () => {
    const cuts = [
      { point: [1, 1, 1], normal: [1, 0, 0] },
      { point: [0, 0.5, 0], normal: [0, -1, 0] },
    ] as const;
    expect(cutBox(box, cuts)).toEqual({ min: [0, 0.5, 0], max: [1, 2, 6] });
  });

  it('reaches to where slanted planes meet inside the box', () => {
    const way = Math.SQRT1_2;
    const left = cutBox({ min: [-2, 0, -2], max: [2, 1, 2] }, [
      { point: [1, 0, 0], normal: [way, 0, way] },
      { point: [1, 0, 0], normal: [way, 0, -way] },
    ]);
    expect(left?.max[0]).toBeCloseTo(1);
    expect(left?.min[0]).toBeCloseTo(-2);
    expect(left?.max[2]).toBeCloseTo(2);
  });
});

const ahead = (point: Vec3): number => point[2];

describe('the part behind the eye', () => {
  it('is cut off a line', () => {
    expect(clipSegment([0, 0, -1], [0, 0, 3], ahead)).toEqual([
      [0, 0, 0],
      [0, 0, 3],
    ]);
    expect(clipSegment([0, 0, 3], [0, 0, -1], ahead)?.[1]).toEqual([0, 0, 0]);
    expect(clipSegment([0, 0, -1], [1, 0, -3], ahead)).toBeNull();
    expect(clipSegment([0, 0, 1], [1, 0, 3], ahead)).toEqual([
      [0, 0, 1],
      [1, 0, 3],
    ]);
  });

  it('is cut off a polygon', () => {
    const square: Vec3[] = [
      [0, 0, -1],
      [1, 0, -1],
      [1, 0, 1],
      [0, 0, 1],
    ];
    expect(area(clipPolygon(square, ahead))).toBeCloseTo(1);
    expect(clipPolygon(square, (point) => point[2] - 5)).toEqual([]);
  });
});

describe('dragging along a line', () => {
  it('finds where the pointer passes closest', () => {
    expect(nearestAlong([0, 0, 0], [0, 1, 0], [5, 3, 10], [0, 0, -1])).toBeCloseTo(3);
    expect(nearestAlong([0, 1, 0], [0, -1, 0], [5, 3, 10], [0, 0, -1])).toBeCloseTo(-2);
  });

  it('returns null when the view runs along the line', () => {
    expect(nearestAlong([0, 0, 0], [0, 0, 1], [0.1, 0, 10], [0, 0, -1])).toBeNull();
  });
});
