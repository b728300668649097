import type { Box, Vec3 } from './types.ts';

/** Small pure geometry for the drawings over the model. */

export function sub(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function along(from: Vec3, direction: Vec3, distance: number): Vec3 {
  return [from[0] + direction[0] * distance, from[1] + direction[1] * distance, from[2] + direction[2] * distance];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function unit(a: Vec3): Vec3 {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** The part of a flat polygon with `height(point) >= 0`. It is empty when nothing is left. */
export function clipPolygon(points: readonly Vec3[], height: (point: Vec3) => number): Vec3[] {
  const kept: Vec3[] = [];
  for (const [index, point] of points.entries()) {
    const next = points[(index + 1) % points.length];
    if (!next) continue;
    const here = height(point);
    const there = height(next);
    if (here >= 0) kept.push(point);
    if (here >= 0 !== there >= 0) kept.push(along(point, sub(next, point), here / (here - there)));
  }
  return kept;
}

/** The part of a line with `height(point) >= 0`, or null. */
export function clipSegment(from: Vec3, to: Vec3, height: (point: Vec3) => number): [Vec3, Vec3] | null {
  const here = height(from);
  const there = height(to);
  if (here < 0 && there < 0) return null;
  if (here >= 0 && there >= 0) return [from, to];
  const cut = along(from, sub(to, from), here / (here - there));
  return here >= 0 ? [from, cut] : [cut, to];
}

/** Intersection of a plane and a box: a convex polygon of three to six corners. It is empty when they do not meet. */
export function planeInBox(box: Box, point: Vec3, normal: Vec3): Vec3[] {
  const reach = Math.hypot(...sub(box.max, box.min)) + Math.hypot(...sub(point, box.min)) + 1;
  const helper: Vec3 = Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const u = unit(cross(normal, helper));
  const v = cross(normal, u);
  let polygon: Vec3[] = [
    along(along(point, u, reach), v, reach),
    along(along(point, u, -reach), v, reach),
    along(along(point, u, -reach), v, -reach),
    along(along(point, u, reach), v, -reach),
  ];
  for (const axis of [0, 1, 2] as const) {
    polygon = clipPolygon(polygon, (p) => p[axis] - box.min[axis]);
    polygon = clipPolygon(polygon, (p) => box.max[axis] - p[axis]);
  }
  return polygon;
}

/**
 * The box around the part that the cutting planes leave, or null when nothing is left. The side of the normal is cut
 * away.
 */
export function cutBox(box: Box, cuts: readonly { point: Vec3; normal: Vec3 }[]): Box | null {
  const heights = cuts.map(
    ({ point, normal }) =>
      (at: Vec3) =>
        -dot(sub(at, point), normal),
  );
  const caps = cuts.map(({ point, normal }, index) => ({ index, face: planeInBox(box, point, normal) }));
  const left = [...facesOf(box).map((face) => ({ index: -1, face })), ...caps].flatMap(({ index, face }) =>
    // A cap is not clipped by its own plane.
    heights.reduce((kept, height, own) => (own === index ? kept : clipPolygon(kept, height)), face),
  );
  if (left.length === 0) return null;
  // Caps match the size of the box except for rounding.
  const { min, max } = boxAround(left);
  const within = (values: Vec3): Vec3 => {
    const held = [0, 1, 2].map((axis) => Math.min(Math.max(values[axis] ?? 0, box.min[axis] ?? 0), box.max[axis] ?? 0));
    return held as [number, number, number];
  };
  return { min: within(min), max: within(max) };
}

function facesOf({ min, max }: Box): Vec3[][] {
  const corner = (x: boolean, y: boolean, z: boolean): Vec3 => [
    x ? max[0] : min[0],
    y ? max[1] : min[1],
    z ? max[2] : min[2],
  ];
  return [false, true].flatMap((far) => [
    [corner(far, false, false), corner(far, true, false), corner(far, true, true), corner(far, false, true)],
    [corner(false, far, false), corner(true, far, false), corner(true, far, true), corner(false, far, true)],
    [corner(false, false, far), corner(true, false, far), corner(true, true, far), corner(false, true, far)],
  ]);
}

/** @param points at least one */
export function boxAround(points: readonly Vec3[]): Box {
  const [min, max]: [[number, number, number], [number, number, number]] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const point of points) {
    for (const axis of [0, 1, 2] as const) {
      min[axis] = Math.min(min[axis], point[axis]);
      max[axis] = Math.max(max[axis], point[axis]);
    }
  }
  return { min, max };
}

/**
 * Distance along a line (a point and a direction) at which the pointer's ray is closest. Null when both are nearly
 * parallel: the result would then jump with every pixel.
 */
export function nearestAlong(point: Vec3, direction: Vec3, rayFrom: Vec3, rayDirection: Vec3): number | null {
  const parallel = dot(direction, rayDirection);
  const spread = 1 - parallel * parallel;
  if (spread < 0.02) return null;
  const between = sub(rayFrom, point);
  return (dot(between, direction) - dot(between, rayDirection) * parallel) / spread;
}
