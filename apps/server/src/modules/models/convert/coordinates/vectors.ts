/** A point or a direction in three dimensions. */
export type Vector = readonly [number, number, number];

export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The same direction with length 1; `otherwise` for a vector without length. */
export function unit(a: Vector, otherwise: Vector): Vector {
  const length = Math.hypot(...a);
  return length > 1e-12 && Number.isFinite(length) ? times(a, 1 / length) : otherwise;
}

/** An origin and three perpendicular axes. */
export interface Frame {
  origin: Vector;
  x: Vector;
  y: Vector;
  z: Vector;
}

export const WORLD: Frame = { origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/** The axes of an IfcAxis2Placement3D: z as given, and x projected to be perpendicular to z. */
export function frameOf(origin: Vector, axis: Vector | null, refDirection: Vector | null): Frame {
  const z = unit(axis ?? WORLD.z, WORLD.z);
  const given = refDirection ?? (Math.abs(z[0]) > 0.999_999 ? WORLD.y : WORLD.x);
  const x = unit(minus(given, times(z, dot(given, z))), WORLD.x);
  return { origin, x, y: cross(z, x), z };
}

/** Converts a direction from a frame to the parent axes. */
export const turned = (frame: Frame, [a, b, c]: Vector): Vector =>
  plus(plus(times(frame.x, a), times(frame.y, b)), times(frame.z, c));

/** Converts a point from a frame to the parent axes. */
export const placed = (frame: Frame, point: Vector): Vector => plus(frame.origin, turned(frame, point));

/** Combines a frame with the outer frame that contains it. */
export const within = (outer: Frame, inner: Frame): Frame => ({
  origin: placed(outer, inner.origin),
  x: turned(outer, inner.x),
  y: turned(outer, inner.y),
  z: turned(outer, inner.z),
});
