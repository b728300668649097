import { Vector3 } from 'three';
import type { Box3, Quaternion } from 'three';

/** Room left around what is fitted into the window. */
const FIT_MARGIN = 1.08;
/** Share of the focus that a corner may come near to the eye: nothing is divided by nothing while the aim is sought. */
const NEAREST = 0.01;
const STEPS = 60;

/** Slopes of the four sides of the view against its middle line. */
type Sides = { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number };
/** The corners along one axis of the window, and the slopes of the two sides that bound the view there. */
type Axis = {
  readonly at: readonly { readonly across: number; readonly nearer: number }[];
  readonly least: number;
  readonly most: number;
};

/** Corners of a box as the turned camera sees them from the middle; in a parallel projection depth does not matter. */
export function cornersOf({ min, max }: Box3, middle: Vector3, toCamera: Quaternion, isFlat: boolean): Vector3[] {
  return Array.from({ length: 8 }, (_, index) => {
    const corner = new Vector3(index & 1 ? max.x : min.x, index & 2 ? max.y : min.y, index & 4 ? max.z : min.z);
    corner.sub(middle).applyQuaternion(toCamera);
    return isFlat ? corner.setZ(0) : corner;
  });
}

/**
 * How far from the middle the eye stands and how far beside it one aims, so that the corners fill the view: none comes nearer to a side
 * than the room left around them, and where there is more room than needed they stand in the middle of it. Aiming at the middle of the
 * box alone would leave a third of the window empty and flat models far above the middle, since near corners look larger and lie lower.
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

/** How far the eye must stand from the middle so that the corners fit between the two sides. */
function focusFor({ at, least, most }: Axis): number {
  const up = Math.max(...at.map(({ across, nearer }) => across + (nearer * most) / FIT_MARGIN));
  const down = Math.max(...at.map(({ across, nearer }) => -across + (nearer * least) / FIT_MARGIN));
  return ((up + down) * FIT_MARGIN) / (least + most);
}

/** Where to aim so that the corners, as they are seen, leave as much room at one side as at the other. */
function middleOf({ at, least, most }: Axis, focus: number): number {
  const reach = Math.max(...at.map(({ across, nearer }) => Math.abs(across) + Math.abs(nearer))) + focus;
  let [low, high] = [-2 * reach, 2 * reach];
  for (let step = 0; step < STEPS; step++) {
    const aim = (low + high) / 2;
    const seen = at.map(({ across, nearer }) => (across - aim) / Math.max(focus - nearer, focus * NEAREST, 1e-9));
    // The farther up one aims, the lower everything stands.
    if (Math.max(...seen) + Math.min(...seen) > most - least) low = aim;
    else high = aim;
  }
  return (low + high) / 2;
}
