import { IfcAPI } from 'web-ifc';
import type { Vector } from '../coordinates/vectors.ts';
import type { AlignmentLine } from './alignments.ts';

/** Rounds to a tenth of a millimetre, which keeps the text in the .frag file short. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 + 0;

/** Converts project coordinates (metres, z up) to drawn ones (metres, y up, shifted). */
export const drawnAt = ([x, y, z]: Vector, [sx, sy, sz]: Vector): Vector => [
  rounded(x + sx),
  rounded(z + sy),
  rounded(-y + sz),
];

/** The fields of an alignment that the importer reads. It copies one point of `curve3D` for each point of `horizontal`. */
const asAlignment = (points: readonly Vector[]) => {
  let along = 0;
  const profile = points.map(([x, y, z], index) => {
    const [px, , pz] = points[index - 1] ?? [x, y, z];
    along += Math.hypot(x - px, z - pz);
    return { x: rounded(along), y };
  });
  const data = ['', 'TYPE: LINE'];
  return {
    horizontal: [{ data, points: points.map(([x, , z]) => ({ x, y: -z })) }],
    vertical: [{ data, points: profile }],
    curve3D: [{ data, points: points.map(([x, y, z]) => ({ x, y, z })) }],
  };
};

/**
 * Makes every IfcAPI of this process return the given lines as the model's alignments, in their order. The importer writes them
 * into the .frag file. `shiftOf` returns the value added to a drawn point. It is called after the shapes are read, because the
 * first shape point decides it.
 */
export function shareLines(lines: readonly AlignmentLine[], shiftOf: () => Vector): void {
  IfcAPI.prototype.GetAllAlignments = function alignments() {
    const shift = lines.length > 0 ? shiftOf() : ([0, 0, 0] as const);
    return lines.map(({ points }) => asAlignment(points.map((point) => drawnAt(point, shift)))) as never;
  };
}
