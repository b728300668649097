import type { Canvas, ScreenPoint } from './canvas.ts';
import { seen, type Vec, type View } from './view.ts';

/** Width of an alignment in pixels of the finished picture, as in the viewer (packages/viewer, alignments.ts). */
const ALIGNMENT_WIDTH = 2.5;
/** Depth factor of an alignment. It counts as nearer, so that the road below does not hide it. */
const ABOVE = 1.002;
/** Side of the mark for a component too small to be visible, in pixels of the finished picture. */
const MARK = 4;
/** A mark is drawn where nothing else is within this many pixels of the finished picture. */
const ALONE = 4;

type Colour = readonly [number, number, number];

const onPicture = ([x, y, z]: Vec, view: View): ScreenPoint => ({
  x: view.centreX + (view.focal * x) / z,
  y: view.centreY - (view.focal * y) / z,
  near: 1 / z,
});

/** Both ends of a line in the camera's space, clipped at the distance `near`; null when the whole line is nearer. */
function before(from: Vec, to: Vec, near: number): [Vec, Vec] | null {
  if (from[2] < near && to[2] < near) return null;
  const cut = (kept: Vec, lost: Vec): Vec => {
    const share = (near - kept[2]) / (lost[2] - kept[2]);
    return [kept[0] + (lost[0] - kept[0]) * share, kept[1] + (lost[1] - kept[1]) * share, near];
  };
  return [from[2] < near ? cut(to, from) : from, to[2] < near ? cut(from, to) : to];
}

/** Draws alignments over the finished colours, and removes the edge lines below them. Returns the number of drawn pixels. */
export function drawAlignments(
  canvas: Canvas,
  edges: Float32Array,
  view: View,
  lines: readonly (readonly Vec[])[],
  { colour, scale }: { colour: Colour; scale: number },
): number {
  let filled = 0;
  const pen = { width: ALIGNMENT_WIDTH * scale, colour, onPixel: (at: number): void => void (edges[at] = 0) };
  for (const line of lines) {
    for (const [index, point] of line.entries()) {
      const last = line[index - 1];
      const ends = last ? before(seen(view.eye, last), seen(view.eye, point), view.near) : null;
      if (!ends) continue;
      const [from, to] = ends.map((end) => {
        const at = onPicture(end, view);
        return { ...at, near: at.near * ABOVE };
      });
      if (from && to) filled += canvas.stroke(from, to, pen);
    }
  }
  return filled;
}

/** Draws the outline of a face one pixel wide. Scan lines meet few or no pixels of a thinner face. */
export function drawOutline(
  canvas: Canvas,
  space: Float64Array,
  loop: ArrayLike<number>,
  view: View,
  colour: Colour,
): number {
  let filled = 0;
  const at = (index: number): Vec => {
    const point = (loop[index] ?? 0) * 3;
    return [space[point] ?? 0, space[point + 1] ?? 0, space[point + 2] ?? 0];
  };
  for (let index = 0; index < loop.length; index += 1) {
    const ends = before(at(index), at((index + 1) % loop.length), view.near);
    if (ends) filled += canvas.stroke(onPicture(ends[0], view), onPicture(ends[1], view), { width: 1, colour });
  }
  return filled;
}

/** Draws a small square for a component that is not visible otherwise. It draws nothing next to drawn pixels. */
export function drawMark(
  canvas: Canvas,
  at: Vec,
  view: View,
  { colour, scale }: { colour: Colour; scale: number },
): number {
  const point = seen(view.eye, at);
  if (!(point[2] > view.near)) return 0;
  const on = onPicture(point, view);
  const reach = ALONE * scale;
  const least = (MARK * scale) ** 2 / 2;
  let drawn = 0;
  for (let y = Math.max(0, Math.round(on.y - reach)); y < Math.min(canvas.height, on.y + reach); y += 1) {
    for (let x = Math.max(0, Math.round(on.x - reach)); x < Math.min(canvas.width, on.x + reach); x += 1) {
      if ((canvas.depth[y * canvas.width + x] ?? 0) > 0) drawn += 1;
    }
  }
  return drawn >= least ? 0 : canvas.stroke(on, on, { width: MARK * scale, colour });
}
