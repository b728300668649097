import { Vector3 } from 'three';
import type { Box3, Quaternion } from 'three';

/** Factor of free space around a fitted model. */
const FIT_MARGIN = 1.08;
/**
 * Shortest distance between a corner and the eye, as a share of the focus. It avoids a division by zero during the
 * search.
 */
const NEAREST = 0.01;
const STEPS = 60;

/** Slopes of the four sides of the view against its central axis. */
type Sides = { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number };
/** Coordinates of the corners along one axis of the window, and the slopes of the two sides of the view. */
type Axis = {
  readonly at: readonly { readonly across: number; readonly nearer: number }[];
  readonly least: number;
  readonly most: number;
};

/** Corners of a box in the turned camera, relative to the middle. In a parallel projection depth does not matter. */
export function cornersOf({ min, max }: Box3, middle: Vector3, toCamera: Quaternion, isFlat: boolean): Vector3[] {
  return Array.from({ length: 8 }, (_, index) => {
    const corner = new Vector3(index & 1 ? max.x : min.x, index & 2 ? max.y : min.y, index & 4 ? max.z : min.z);
    corner.sub(middle).applyQuaternion(toCamera);
    return isFlat ? corner.setZ(0) : corner;
  });
}

/**
 * Distance of the eye from the middle, and the offset of the aim, so that the corners fill the view. All corners keep
 * the free space at each side, and spare space is split evenly. An aim at the middle of the box would leave a third of
 * the window empty. Near corners look larger and lower, so flat models would appear far too high.
 */
export function framed(corners: readonly Vector3[], sides: Sides): { focus: number; right: number; up: number } {
  const across: Axis = {
    at: corners.map(({ x, z }) => ({ across: x, nearer: z })),
    least: sides.left,
    most: sides.right,
  };
  const upright: Axis = {
    at: corners.map(({ y, z }) => ({ across: y, nearer: z })),
    least: sides.bottom,
    most: sides.top,
  };
  const focus = Math.max(focusFor(across), focusFor(upright));
  return { focus, right: middleOf(across, focus), up: middleOf(upright, focus) };
}

/** Distance of the eye from the middle at which the corners fit between the two sides. */
function focusFor({ at, least, most }: Axis): number {
  const up = Math.max(...at.map(({ across, nearer }) => across + (nearer * most) / FIT_MARGIN));
  const down = Math.max(...at.map(({ across, nearer }) => -across + (nearer * least) / FIT_MARGIN));
  return ((up + down) * FIT_MARGIN) / (least + most);
}

/** Offset of the aim at which the visible corners leave equal space at both sides. */
function middleOf({ at, least, most }: Axis, focus: number): number {
  const reach = Math.max(...at.map(({ across, nearer }) => Math.abs(across) + Math.abs(nearer))) + focus;
  let [low, high] = [-2 * reach, 2 * reach];
  for (let step = 0; step < STEPS; step++) {
    const aim = (low + high) / 2;
    const seen = at.map(({ across, nearer }) => (across - aim) / Math.max(focus - nearer, focus * NEAREST, 1e-9));
    // A higher aim moves everything down.
    if (Math.max(...seen) + Math.min(...seen) > most - least) low = aim;
    else high = aim;
  }
  return (low + high) / 2;
}
