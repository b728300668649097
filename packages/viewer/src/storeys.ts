import { dot, sub } from './geometry.ts';
import type { Box, SectionPlane } from './types.ts';

/** Depth below a floor that belongs to the storey: its slab. */
const SLAB = 0.4;
/** Floors closer together than this are parts of one storey, such as a landing. */
const LEAST_HEIGHT = 1.8;
/** Height of the cut as a share of the storey: above door handles and windows, below the ceiling. */
const CUT = 0.7;

/** Two cuts closer together than this are equal. A saved view loses precision on the way to another origin and back. */
const SAME = 1e-3;

type Cut = Omit<SectionPlane, 'id'>;

export type StoreyCut = { readonly sections: readonly Cut[]; readonly box: Box };

/**
 * Section planes for a look into one storey: one above head height, one below the slab. The storey is cut, not
 * isolated: in many files its stairs, columns and facades belong to another storey. An isolated ceiling would also
 * cover it.
 * @param floors heights of all floors in the drawing space, in metres
 */
export function storeyCut(model: Box, floors: readonly number[], floor: number): StoreyCut {
  const [above, below] = [
    floors.filter((other) => other >= floor + LEAST_HEIGHT),
    floors.filter((other) => other < floor),
  ];
  const ceiling = above.length > 0 ? Math.min(...above) : model.max[1];
  const cut = floor + (ceiling - floor) * CUT;
  // A roof is shown whole. The lowest storey is shown with its base.
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

/** Whether two lists of planes cut away the same space. The position of a point on its plane does not matter. */
export function sameCuts(a: readonly Cut[], b: readonly Cut[]): boolean {
  return a.length === b.length && a.every((one) => b.some((other) => isSame(one, other)));
}

function isSame(a: Cut, b: Cut): boolean {
  const apart = sub(a.point, b.point);
  return Math.abs(dot(a.normal, b.normal) - 1) < SAME && Math.abs(dot(apart, a.normal)) < SAME;
}
