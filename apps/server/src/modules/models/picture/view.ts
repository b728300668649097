/** A point or direction in the drawing space: metres, y up, z to the south of the model. */
export type Vec = readonly [x: number, y: number, z: number];

/** A box in the drawing space. */
export interface Box {
  readonly min: Vec;
  readonly max: Vec;
}

/** The direction of the viewer's first view (packages/viewer, camera.ts: iso). All pictures of a list then look alike. */
const YAW = Math.PI / 4;
const PITCH = (-32 * Math.PI) / 180;

/** Axes of the camera. `forward` points away from the eye. */
export const AXES: { readonly right: Vec; readonly up: Vec; readonly forward: Vec } = {
  right: [Math.cos(YAW), 0, -Math.sin(YAW)],
  up: [Math.sin(YAW) * Math.sin(PITCH), Math.cos(PITCH), Math.cos(YAW) * Math.sin(PITCH)],
  forward: [-Math.sin(YAW) * Math.cos(PITCH), Math.sin(PITCH), -Math.cos(YAW) * Math.cos(PITCH)],
};

/** Distance of the eye, in radii of the framed sphere. A smaller distance looks like a wide angle. */
const DISTANCE = 2.3;
/** Margin around the model, as a share of its larger side. */
const ROOM = 0.06;

export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const corners = ({ min, max }: Box): Vec[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((at) => [at & 1 ? max[0] : min[0], at & 2 ? max[1] : min[1], at & 4 ? max[2] : min[2]]);

export const around = (points: Iterable<Vec>): Box => {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (const axis of [0, 1, 2] as const) {
      min[axis] = Math.min(min[axis], point[axis]);
      max[axis] = Math.max(max[axis], point[axis]);
    }
  }
  return { min, max };
};

/** Length of a box's diagonal. */
export const sizeOf = ({ min, max }: Box): number => Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);

/** A perspective view. It projects points of the camera's space to pixels from the upper left corner. */
export interface View {
  readonly eye: Vec;
  /** Pixels for a slope of one. */
  readonly focal: number;
  readonly centreX: number;
  readonly centreY: number;
  /** Nothing nearer than this is drawn. */
  readonly near: number;
}

/** A point in the camera's space: metres to the right, up, and away from the eye. */
export function seen(eye: Vec, point: Vec): Vec {
  const from: Vec = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]];
  return [dot(from, AXES.right), dot(from, AXES.up), dot(from, AXES.forward)];
}

/** The view in which the boxes fill a picture of this size, with a small margin. */
export function viewOf(boxes: readonly Box[], width: number, height: number): View {
  const whole = around(boxes.flatMap(({ min, max }) => [min, max]));
  const middle = [0, 1, 2].map((axis) => ((whole.min[axis] ?? 0) + (whole.max[axis] ?? 0)) / 2) as unknown as Vec;
  const radius = Math.max(Math.hypot(...whole.max.map((end, axis) => end - (middle[axis] ?? 0))), 0.01);
  const eye = middle.map((at, axis) => at - (AXES.forward[axis] ?? 0) * radius * DISTANCE) as unknown as Vec;
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const box of boxes) {
    for (const corner of corners(box)) {
      const [x, y, z] = seen(eye, corner);
      [left, right] = [Math.min(left, x / z), Math.max(right, x / z)];
      [low, high] = [Math.min(low, y / z), Math.max(high, y / z)];
    }
  }
  const room = 1 + 2 * ROOM;
  const focal = Math.min(width / (Math.max(right - left, 1e-6) * room), height / (Math.max(high - low, 1e-6) * room));
  return {
    eye,
    focal,
    centreX: width / 2 - ((left + right) / 2) * focal,
    centreY: height / 2 + ((low + high) / 2) * focal,
    near: radius * 0.05,
  };
}
