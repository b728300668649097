import { lineOf, numberOf, referenceOf } from '../ifc-lines.ts';
import { frameOf, within, WORLD, type Frame, type Vector } from './vectors.ts';
import type { IfcSession } from '../ifc-session.ts';

/** Deeper than any real chain of placements. It stops a chain that is built to exhaust the stack. */
const DEEPEST = 1000;

function vectorOf(numbers: unknown): Vector | null {
  if (!Array.isArray(numbers)) return null;
  const [x, y, z] = numbers.map((value) => numberOf(value) ?? 0);
  return x === undefined || y === undefined ? null : [x, y, z ?? 0];
}

/** Coordinates of an IfcCartesianPoint. A point of two coordinates has height 0. */
export function pointOf({ api, model }: IfcSession, id: number | null): Vector | null {
  return id === null ? null : vectorOf(lineOf(api, model, id)?.['Coordinates']);
}

export function directionOf({ api, model }: IfcSession, id: number | null): Vector | null {
  return id === null ? null : vectorOf(lineOf(api, model, id)?.['DirectionRatios']);
}

/** An IfcAxis2Placement3D (or 2D) as a frame; the world frame for any other entity. */
export function axesOf(session: IfcSession, id: number | null): Frame {
  const line = id === null ? null : lineOf(session.api, session.model, id);
  const origin = pointOf(session, referenceOf(line?.['Location']));
  const axis = directionOf(session, referenceOf(line?.['Axis']));
  return frameOf(origin ?? WORLD.origin, axis, directionOf(session, referenceOf(line?.['RefDirection'])));
}

/**
 * The frame of an object placement in project coordinates, in the file's length unit. Null for a chain without end, or with a
 * placement that is not local. Grid and linear placements have been replaced by local ones while reading.
 */
export function worldFrame(session: IfcSession, placement: number | null): Frame | null {
  const { api, model } = session;
  const chain: Frame[] = [];
  let next = placement;
  while (next !== null) {
    const line = lineOf(api, model, next);
    if (line === null || !('RelativePlacement' in line) || chain.length > DEEPEST) return null;
    chain.push(axesOf(session, referenceOf(line['RelativePlacement'])));
    next = referenceOf(line['PlacementRelTo']);
  }
  return chain.reduceRight<Frame>((outer, inner) => within(outer, inner), WORLD);
}
