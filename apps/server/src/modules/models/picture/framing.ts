import type { Piece } from './shapes.ts';
import { around, sizeOf, type Box, type Vec } from './view.ts';

/** Land, alignments and outliers that make the whole this many times as large do not decide the frame. */
const WIDE = 3;
/** Largest share of outliers, both in number and in surface. */
const OUTLYING = 0.2;
/** Approximate number of pieces in the sample for the centre of mass. */
const SAMPLED = 50_000;
/** The ground around a building. */
const LAND = new Set(['IFCSITE', 'IFCGEOGRAPHICELEMENT']);

export interface Framing {
  /** Boxes that the frame must contain. */
  readonly boxes: readonly Box[];
  /** The pieces without those too far away for the picture. */
  readonly kept: readonly Piece[];
}

/**
 * The frame of the picture: the components without far outliers. Land and alignments belong to it only if the components stay
 * visible. Alignments without components are framed as a whole.
 */
export function framingOf(pieces: readonly Piece[], lines: readonly (readonly Vec[])[]): Framing {
  const points = lines.flat().map((point): Box => ({ min: point, max: point }));
  if (pieces.length === 0) return { boxes: points, kept: pieces };
  const built = pieces.filter(({ category }) => !LAND.has(category));
  const main = built.length > 0 ? built : pieces;
  const outliers = outliersOf(main);
  const kept = pieces.filter((piece) => !outliers.has(piece));
  const boxes = main.filter((piece) => !outliers.has(piece)).map(({ box }) => box);
  const land = main === pieces ? [] : pieces.filter(({ category }) => LAND.has(category)).map(({ box }) => box);
  return { boxes: unlessWide(unlessWide(boxes, land), points), kept };
}

const whole = (boxes: readonly Box[]): Box => around(boxes.flatMap(({ min, max }) => [min, max]));

function unlessWide(boxes: readonly Box[], more: readonly Box[]): readonly Box[] {
  if (more.length === 0) return boxes;
  const all = [...boxes, ...more];
  return sizeOf(whole(all)) <= WIDE * sizeOf(whole(boxes)) ? all : boxes;
}

/**
 * Pieces far from all others. After sorting by distance from the centre of mass, they follow the widest gap. They are few and
 * small, and make the whole several times as large as the rest. A row of equal pieces has no outliers at any length.
 */
function outliersOf(pieces: readonly Piece[]): Set<Piece> {
  const middle = AXES.map((axis) => middleOf(pieces, axis));
  const sorted = pieces
    .map((piece) => ({ piece, distance: Math.hypot(...AXES.map((axis) => centre(piece, axis) - (middle[axis] ?? 0))) }))
    .toSorted((a, b) => a.distance - b.distance);
  const mass = pieces.reduce((sum, piece) => sum + weight(piece), 0);
  const total = sizeOf(whole(pieces.map(({ box }) => box)));
  let [size, left, widest, from] = [0, mass, 0, sorted.length];
  let box: Box | null = null;
  for (const [index, { piece }] of sorted.entries()) {
    const next: Box = box ? around([box.min, box.max, piece.box.min, piece.box.max]) : piece.box;
    const gap = size > 0 ? sizeOf(next) / size : 0;
    const isFew = sorted.length - index <= OUTLYING * sorted.length && left <= OUTLYING * mass;
    if (isFew && total > WIDE * size && gap > widest) [widest, from] = [gap, index];
    [box, size, left] = [next, sizeOf(next), left - weight(piece)];
  }
  return new Set(sorted.slice(from).map(({ piece }) => piece));
}

const AXES = [0, 1, 2] as const;
const centre = ({ box: { min, max } }: Piece, axis: 0 | 1 | 2): number => (min[axis] + max[axis]) / 2;
const weight = ({ box }: Piece): number => sizeOf(box) ** 2;

/** The weighted median of the centres along one axis. */
function middleOf(pieces: readonly Piece[], axis: 0 | 1 | 2): number {
  const step = Math.ceil(pieces.length / SAMPLED);
  const sorted = pieces.filter((_, index) => index % step === 0).toSorted((a, b) => centre(a, axis) - centre(b, axis));
  const half = sorted.reduce((sum, piece) => sum + weight(piece), 0) / 2;
  let passed = 0;
  for (const piece of sorted) {
    passed += weight(piece);
    if (passed >= half) return centre(piece, axis);
  }
  return 0;
}
