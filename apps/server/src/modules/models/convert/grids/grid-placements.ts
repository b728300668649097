import {
  IFCAXIS2PLACEMENT3D,
  IFCCARTESIANPOINT,
  IFCDIRECTION,
  IFCGRID,
  IFCGRIDPLACEMENT,
  IFCLOCALPLACEMENT,
  IFCVIRTUALGRIDINTERSECTION,
} from 'web-ifc';
import { directionOf } from '../coordinates/placements.ts';
import { idsOfType, lineOf, numberOf, referenceOf, referencesOf } from '../ifc-lines.ts';
import { radiansPerUnit } from '../units.ts';
import { axisCurve } from './axis-curves.ts';
import { crossing, offset } from './curves.ts';
import type { Vector } from '../coordinates/vectors.ts';
import type { IfcSession } from '../ifc-session.ts';

const REFERENCE = 5;
const REAL = 4;

const reference = (value: number) => ({ type: REFERENCE, value });
/** Real numbers in the form in which web-ifc writes them. */
const reals = (values: readonly number[]) => values.map((value) => ({ type: REAL, internalValue: value }));

/** Each grid axis with the placement of its grid (null: the grid is at the world's origin). */
function placementsByAxis({ api, model }: IfcSession): Map<number, number | null> {
  const found = new Map<number, number | null>();
  for (const grid of idsOfType(api, model, IFCGRID)) {
    const line = lineOf(api, model, grid);
    const placement = referenceOf(line?.['ObjectPlacement']);
    for (const axes of ['UAxes', 'VAxes', 'WAxes'])
      for (const axis of referencesOf(line?.[axes])) found.set(axis, placement);
  }
  return found;
}

interface Crossing {
  at: Vector;
  along: Vector;
  axis: number;
}

/** The point of an IfcVirtualGridIntersection in the plane of the grid, with the direction of its first axis. */
function intersection(session: IfcSession, id: number | null, radians: number): Crossing | null {
  const line = id === null ? null : lineOf(session.api, session.model, id);
  if (line?.['type'] !== IFCVIRTUALGRIDINTERSECTION) return null;
  const [first, second] = referencesOf(line['IntersectingAxes']);
  const distances = line['OffsetDistances'];
  const [one = 0, two = 0, height = 0] = Array.isArray(distances) ? distances.map((value) => numberOf(value) ?? 0) : [];
  const curves = [first, second].map((axis, index) => {
    const curve = axis === undefined ? null : axisCurve(session, axis, radians);
    return curve?.flatMap((piece) => offset(piece, index === 0 ? one : two) ?? []);
  });
  const met = curves[0] && curves[1] ? crossing(curves[0], curves[1]) : null;
  if (!met || first === undefined) return null;
  return { at: [met.at[0], met.at[1], height], along: [met.along[0], met.along[1], 0], axis: first };
}

/** The x axis of a grid placement: from a direction or a second intersection, else the direction of the first axis. */
function xAxis(session: IfcSession, given: number | null, { at, along }: Crossing, radians: number): Vector | null {
  if (given === null) return along;
  const other = intersection(session, given, radians);
  if (other) return [other.at[0] - at[0], other.at[1] - at[1], 0];
  return directionOf(session, given);
}

/**
 * Replaces every IfcGridPlacement in web-ifc's memory by the equal IfcLocalPlacement. web-ifc puts placements that it does not
 * know at the origin. The position is the intersection of two axes, each moved to its left by its offset. The third offset is the
 * height above the grid. Call it before anything is meshed. Returns the entity numbers of unresolved placements, which stay
 * unchanged.
 */
export function resolveGridPlacements(session: IfcSession): number[] {
  const { api, model } = session;
  const placements = idsOfType(api, model, IFCGRIDPLACEMENT);
  if (placements.length === 0) return [];
  const gridOf = placementsByAxis(session);
  const radians = radiansPerUnit(session);
  let next = api.GetMaxExpressID(model) + 1;
  const add = (type: number, ...args: unknown[]) => {
    api.WriteRawLineData(model, { ID: next, type, arguments: args });
    next += 1;
    return reference(next - 1);
  };
  const unresolved: number[] = [];
  for (const id of placements) {
    const line = lineOf(api, model, id);
    const place = intersection(session, referenceOf(line?.['PlacementLocation']), radians);
    const x = place && xAxis(session, referenceOf(line?.['PlacementRefDirection']), place, radians);
    if (!place || !x || !(Math.hypot(...x) > 0)) {
      unresolved.push(id);
      continue;
    }
    const grid = gridOf.get(place.axis);
    const parent = grid === undefined ? referenceOf(line?.['PlacementRelTo']) : grid;
    const point = add(IFCCARTESIANPOINT, reals(place.at));
    const up = add(IFCDIRECTION, reals([0, 0, 1]));
    const axes = add(IFCAXIS2PLACEMENT3D, point, up, add(IFCDIRECTION, reals(x)));
    const args = [parent === null ? null : reference(parent), axes];
    // web-ifc keeps the class of an entity that it overwrites, so the entity is deleted first.
    api.DeleteLine(model, id);
    api.WriteRawLineData(model, { ID: id, type: IFCLOCALPLACEMENT, arguments: args });
  }
  return unresolved;
}
