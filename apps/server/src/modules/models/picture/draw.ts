import type { Model } from '@thatopen/fragments';
import { alignmentsOf } from './alignments.ts';
import { Canvas } from './canvas.ts';
import { ALIGNMENT, lightOn, linear } from './colours.ts';
import { finish } from './finish.ts';
import { framingOf } from './framing.ts';
import { piecesOf, placed, shapeOf, type Piece, type Shape } from './shapes.ts';
import { drawAlignments, drawMark, drawOutline } from './strokes.ts';
import { AXES, corners, seen, viewOf, type Vec, type View } from './view.ts';

/** Size of a card's picture in pixels (apps/web, stored-picture.tsx). */
export const WIDTH = 480;
export const HEIGHT = 300;
/** Scale of the drawing. It is scaled down at the end, which smooths the edges. */
const SCALE = 2;
/** Pieces that cover fewer pixels of the large drawing are left out. */
const LEAST_PIXELS = 1.5;
/** Limit of corners in the cache of decoded shapes. */
const KEPT_CORNERS = 2_000_000;
/** Also hidden in the viewer until a user shows them. */
const UNSEEN = new Set(['IFCSPACE', 'IFCSPATIALZONE', 'IFCOPENINGELEMENT', 'IFCVIRTUALELEMENT']);
/** A smaller component may need a mark to be visible. In pixels of the large drawing. */
const SMALL = 6;

export interface DrawBudget {
  /** Time in ms after which no further piece is drawn. The largest pieces come first, so that missing pieces are small. */
  readonly ms: number;
}

/** A shaded picture of a model, WIDTH x HEIGHT, RGB; null when nothing of it is visible. */
export function drawModel(model: Model, budget: DrawBudget): Uint8Array | null {
  const meshes = model.meshes();
  const all = [...piecesOf(model)].filter(({ category, alpha }) => !UNSEEN.has(category) && alpha > 0.02);
  const alignments = alignmentsOf(model);
  if (all.length + alignments.length === 0) return null;
  const { boxes, kept } = framingOf(all, alignments);
  const view = viewOf(boxes, WIDTH * SCALE, HEIGHT * SCALE);
  const canvas = new Canvas(WIDTH * SCALE, HEIGHT * SCALE);
  finish.ground(canvas);
  const sized = kept.map((piece): Sized => ({ piece, ...extentOf(piece, view) }));
  const drawn = sized.filter(({ pixels }) => pixels >= LEAST_PIXELS).toSorted((a, b) => b.pixels - a.pixels);
  const shapes = new ShapeCache((representation) => (meshes ? shapeOf(meshes, representation) : null));
  const until = performance.now() + budget.ms;
  let filled = 0;
  const draw = (some: readonly Sized[]): void => {
    for (const { piece, length } of some) {
      if (performance.now() > until) return;
      const shape = shapes.of(piece.representation);
      if (shape) filled += drawPiece(canvas, view, { piece, shape, length });
    }
  };
  draw(drawn.filter(({ piece }) => piece.alpha >= 1));
  if (performance.now() <= until) filled += drawMarks(canvas, view, sized);
  const edges = finish.edges(canvas, view.focal);
  // Transparent pieces come last, from back to front.
  draw(drawn.filter(({ piece }) => piece.alpha < 1).toSorted((a, b) => b.depth - a.depth));
  filled += drawAlignments(canvas, edges, view, alignments, { colour: ALIGNMENT, scale: SCALE });
  return filled > 0 ? finish.picture(canvas, edges, SCALE) : null;
}

/** A piece with its size on the picture. */
interface Sized {
  readonly piece: Piece;
  /** Approximate number of pixels that it covers. */
  readonly pixels: number;
  /** The longer side of its box, in pixels. */
  readonly length: number;
  /** Distance from the eye. */
  readonly depth: number;
}

/** Draws marks for components that are too small to be visible. */
function drawMarks(canvas: Canvas, view: View, sized: readonly Sized[]): number {
  const components = new Map<number, { size: number; piece: Piece }>();
  for (const { piece, length } of sized) {
    const known = components.get(piece.item);
    if (!known || length > known.size) components.set(piece.item, { size: length, piece });
  }
  let filled = 0;
  for (const { size, piece } of components.values()) {
    if (size >= SMALL) continue;
    const { min, max } = piece.box;
    const colour = piece.colour.map(linear) as unknown as Vec;
    const middle: Vec = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
    filled += drawMark(canvas, middle, view, { colour, scale: SCALE });
  }
  return filled;
}

/** The extent of a piece on the picture, at least one pixel in each direction. */
function extentOf({ box }: Piece, view: View): Omit<Sized, 'piece'> {
  let [left, right, low, high, depth] = [Infinity, -Infinity, Infinity, -Infinity, 0];
  for (const corner of corners(box)) {
    const [x, y, z] = seen(view.eye, corner);
    const slope = view.focal / Math.max(z, view.near);
    [left, right] = [Math.min(left, x * slope), Math.max(right, x * slope)];
    [low, high] = [Math.min(low, y * slope), Math.max(high, y * slope)];
    depth += z / 8;
  }
  const [width, height] = [Math.max(1, right - left), Math.max(1, high - low)];
  return { pixels: width * height, length: Math.max(width, height), depth };
}

/** Cache of decoded shapes. Most are used many times. */
class ShapeCache {
  readonly #decode: (representation: number) => Shape | null;
  readonly #kept = new Map<number, Shape | null>();
  #corners = 0;

  constructor(decode: (representation: number) => Shape | null) {
    this.#decode = decode;
  }

  of(representation: number): Shape | null {
    const known = this.#kept.get(representation);
    if (known !== undefined) return known;
    const shape = this.#decode(representation);
    this.#corners += shape?.points.length ?? 0;
    if (this.#corners < KEPT_CORNERS) this.#kept.set(representation, shape);
    return shape;
  }
}

/** A piece with its decoded shape. */
interface Drawn extends Pick<Sized, 'piece' | 'length'> {
  readonly shape: Shape;
}

/** Draws a piece and returns the number of drawn pixels. */
function drawPiece(canvas: Canvas, view: View, { piece, shape, length }: Drawn): number {
  const count = shape.points.length / 3;
  const space = new Float64Array(shape.points.length);
  for (let at = 0; at < count; at += 1) {
    const { points } = shape;
    const point = placed(piece.place, points[at * 3] ?? 0, points[at * 3 + 1] ?? 0, points[at * 3 + 2] ?? 0);
    space.set(seen(view.eye, point), at * 3);
  }
  const base = piece.colour.map(linear);
  const thin: { outline: ArrayLike<number>; colour: Vec }[] = [];
  let filled = 0;
  for (const loops of shape.faces) {
    const outline = loops[0];
    if (!outline || outline.length < 3) continue;
    const plane = planeOf(space, outline);
    if (!plane || (piece.isOneSided && plane.isFromBehind)) continue;
    const flat = onScreen(space, loops, view);
    if (!flat) continue;
    const light = lightOn(plane.world);
    const colour: Vec = [(base[0] ?? 0) * light[0], (base[1] ?? 0) * light[1], (base[2] ?? 0) * light[2]];
    thin.push({ outline, colour });
    filled += canvas.fill({
      ...flat,
      a: plane.normal[0] / (view.focal * plane.distance),
      b: -plane.normal[1] / (view.focal * plane.distance),
      c:
        (plane.normal[2] -
          (plane.normal[0] * view.centreX) / view.focal +
          (plane.normal[1] * view.centreY) / view.focal) /
        plane.distance,
      colour,
      alpha: piece.alpha,
    });
  }
  // With fewer pixels than its length, the piece is thin or hidden. The depth buffer also hides the outline of a hidden piece.
  if (filled >= length || piece.alpha < 1) return filled;
  for (const { outline, colour } of thin) filled += drawOutline(canvas, space, outline, view, colour);
  return filled;
}

interface Plane {
  /** Unit vector, in the camera's space. */
  readonly normal: Vec;
  /** Distance of the plane from the eye along the normal; not zero. */
  readonly distance: number;
  /** Normal of the visible side, in the drawing space. */
  readonly world: Vec;
  readonly isFromBehind: boolean;
}

/**
 * The plane of an outline by Newell's method, which tolerates collinear corners. Null for an outline seen edge-on or without
 * area.
 */
function planeOf(space: Float64Array, outline: ArrayLike<number>): Plane | null {
  let [nx, ny, nz, mx, my, mz] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < outline.length; at += 1) {
    const p = (outline[at] ?? 0) * 3;
    const q = (outline[at + 1 === outline.length ? 0 : at + 1] ?? 0) * 3;
    const [px, py, pz] = [space[p] ?? 0, space[p + 1] ?? 0, space[p + 2] ?? 0];
    const [qx, qy, qz] = [space[q] ?? 0, space[q + 1] ?? 0, space[q + 2] ?? 0];
    nx += (py - qy) * (pz + qz);
    ny += (pz - qz) * (px + qx);
    nz += (px - qx) * (py + qy);
    [mx, my, mz] = [mx + px, my + py, mz + pz];
  }
  const length = Math.hypot(nx, ny, nz);
  if (!(length > 0)) return null;
  const normal: Vec = [nx / length, ny / length, nz / length];
  const distance = (normal[0] * mx + normal[1] * my + normal[2] * mz) / outline.length;
  if (Math.abs(distance) < 1e-9) return null;
  // The visible side is lit. The camera's space is left-handed (up to the right of forward), so the normal of a front face points
  // away from the eye.
  const sign = distance > 0 ? -1 : 1;
  const isFromBehind = distance < 0;
  const { right, up, forward } = AXES;
  const world = [0, 1, 2].map(
    (axis) => sign * (normal[0] * (right[axis] ?? 0) + normal[1] * (up[axis] ?? 0) + normal[2] * (forward[axis] ?? 0)),
  ) as unknown as Vec;
  return { normal, distance, world, isFromBehind };
}

/** The loops in pixels; null when a corner is behind the eye or nothing is inside the picture. */
function onScreen(space: Float64Array, loops: readonly ArrayLike<number>[], view: View) {
  const total = loops.reduce((sum, loop) => sum + loop.length, 0);
  const points = new Float64Array(total * 2);
  const ends: number[] = [];
  let [at, least, most] = [0, Infinity, 0];
  for (const loop of loops) {
    for (let index = 0; index < loop.length; index += 1) {
      const p = (loop[index] ?? 0) * 3;
      const z = space[p + 2] ?? 0;
      if (!(z > view.near)) return null;
      points[at * 2] = view.centreX + (view.focal * (space[p] ?? 0)) / z;
      points[at * 2 + 1] = view.centreY - (view.focal * (space[p + 1] ?? 0)) / z;
      [least, most] = [Math.min(least, 1 / z), Math.max(most, 1 / z)];
      at += 1;
    }
    ends.push(at);
  }
  return { points, ends, least, most };
}
