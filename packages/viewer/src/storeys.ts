import { dot, sub } from './geometry.ts';
import type { Box, SectionPlane } from './types.ts';

/** Room below a floor that belongs to it: its slab. */
const SLAB = 0.4;
/** Floors nearer to each other than this are parts of one storey, such as a landing. */
const LEAST_HEIGHT = 1.8;
/** Where a storey is cut, as a share of its height: above door handles and windows, below the ceiling. */
const CUT = 0.7;

/** Two cuts nearer to each other than this are one: a saved view went through another origin and back. */
const SAME = 1e-3;

type Cut = Omit<SectionPlane, 'id'>;

export type StoreyCut = { readonly sections: readonly Cut[]; readonly box: Box };

/**
 * How to look into one storey: cut off above the heads of its people and below its slab. Cut, not isolated: what stands in it belongs to
 * another storey in many files (stairs, columns, facades), and a ceiling that belongs to it would cover it.
 * @param floors heights of all floors in the drawing space, in metres
 */
export function storeyCut(model: Box, floors: readonly number[], floor: number): StoreyCut {
  const [above, below] = [
    floors.filter((other) => other >= floor + LEAST_HEIGHT),
    floors.filter((other) => other < floor),
  ];
  const ceiling = above.length > 0 ? Math.min(...above) : model.max[1];
  const cut = floor + (ceiling - floor) * CUT;
  // A roof is looked at whole, and the lowest storey with what it stands on.
  const isRoof = above.length === 0 && ceiling - floor < LEAST_HEIGHT;
  const top = isRoof ? model.max[1] : cut;
  const bottom = below.length === 0 ? model.min[1] : floor - SLAB;
  const middle = [0, 2].map((axis) => ((model.min[axis] ?? 0) + (model.max[axis] ?? 0)) / 2) as [number, number];
  const at = (height: number): [number, number, number] => [middle[0], height, middle[1]];
  const sections: Cut[] = [];
  if (!isRoof) sections.push({ point: at(top), normal: [0, 1, 0] });
  if (below.length > 0) sections.push({ point: at(bottom), normal: [0, -1, 0] });
  return {
    sections,
    box: { min: [model.min[0], bottom, model.min[2]], max: [model.max[0], Math.max(top, bottom), model.max[2]] },
  };
}

/** Whether two lists of planes cut the same away. Where on its plane a point lies says nothing. */
export function sameCuts(a: readonly Cut[], b: readonly Cut[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => isSame(one, other)));
}

function isSame(a: Cut, b: Cut): boolean {
  const apart = sub(a.point, b.point);
  return Math.abs(dot(a.normal, b.normal) - 1) < SAME && Math.abs(dot(apart, a.normal)) < SAME;
}
