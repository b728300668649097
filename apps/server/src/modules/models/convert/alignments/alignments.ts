import {
  IFCALIGNMENT,
  IFCALIGNMENTHORIZONTAL,
  IFCALIGNMENTVERTICAL,
  IFCINDEXEDPOLYCURVE,
  IFCPOLYLINE,
  IFCRELAGGREGATES,
  IFCRELNESTS,
} from 'web-ifc';
import { pointOf, worldFrame } from '../coordinates/placements.ts';
import { placed, times, WORLD, type Vector } from '../coordinates/vectors.ts';
import { idsOfType, lineOf, numberOf, referenceOf, referencesOf, textOf, type IfcLine } from '../ifc-lines.ts';
import { modelLengthUnit, radiansPerUnit } from '../units.ts';
import { profileAt, profileJoints, stations, type HorizontalSegment, type VerticalSegment } from './layouts.ts';
import type { IfcSession } from '../ifc-session.ts';

/** Largest distance between a drawn line and its curve, in metres. */
const ERROR = 0.005;

/** An alignment as a line in project coordinates, in metres, z up. */
export interface AlignmentLine {
  id: number;
  guid: string;
  name: string;
  points: Vector[];
}

/** The nested or aggregated parts of each entity, by its number, and the parent of each part. */
interface Parts {
  children: Map<number, number[]>;
  parents: Map<number, number>;
}

function partsOf({ api, model }: IfcSession): Parts {
  const parts: Parts = { children: new Map(), parents: new Map() };
  for (const type of [IFCRELNESTS, IFCRELAGGREGATES]) {
    for (const id of idsOfType(api, model, type)) {
      const line = lineOf(api, model, id);
      const whole = referenceOf(line?.['RelatingObject']);
      if (whole === null) continue;
      const own = parts.children.get(whole) ?? [];
      for (const part of referencesOf(line?.['RelatedObjects'])) {
        own.push(part);
        parts.parents.set(part, whole);
      }
      parts.children.set(whole, own);
    }
  }
  return parts;
}

/** The design parameters of the segments of one layout, in nesting order. */
function parametersOf(session: IfcSession, parts: Parts, alignment: number, type: number): IfcLine[] {
  const { api, model } = session;
  const layout = parts.children.get(alignment)?.find((id) => lineOf(api, model, id)?.['type'] === type);
  const segments = layout === undefined ? [] : (parts.children.get(layout) ?? []);
  return segments.flatMap((segment) => {
    const parameters = referenceOf(lineOf(api, model, segment)?.['DesignParameters']);
    const line = parameters === null ? null : lineOf(api, model, parameters);
    return line === null ? [] : [line];
  });
}

const curvature = (radius: number | null): number => (radius === null || radius === 0 ? 0 : 1 / radius);

function horizontalOf(session: IfcSession, line: IfcLine, radians: number): HorizontalSegment | null {
  const start = pointOf(session, referenceOf(line['StartPoint']));
  const length = numberOf(line['SegmentLength']);
  const direction = numberOf(line['StartDirection']);
  if (!start || length === null || direction === null) return null;
  const kind = textOf(line['PredefinedType']) ?? 'LINE';
  const bent = kind === 'LINE' ? 0 : 1;
  return {
    start: [start[0], start[1]],
    direction: direction * radians,
    from: bent * curvature(numberOf(line['StartRadiusOfCurvature'])),
    to: bent * curvature(numberOf(line['EndRadiusOfCurvature'])),
    length: Math.abs(length),
    kind,
  };
}

function verticalOf(line: IfcLine): VerticalSegment {
  const number = (name: string): number => numberOf(line[name]) ?? 0;
  return {
    at: number('StartDistAlong'),
    length: number('HorizontalLength'),
    height: number('StartHeight'),
    from: number('StartGradient'),
    to: number('EndGradient'),
    kind: textOf(line['PredefinedType']) ?? 'CONSTANTGRADIENT',
  };
}

/** The designed line: the horizontal layout, its own or the parent's, at the heights of the vertical layout. */
function designedLine(session: IfcSession, parts: Parts, alignment: number, metres: number): Vector[] {
  const radians = radiansPerUnit(session);
  const own = parametersOf(session, parts, alignment, IFCALIGNMENTHORIZONTAL);
  const parent = parts.parents.get(alignment);
  const lines =
    own.length > 0 || parent === undefined ? own : parametersOf(session, parts, parent, IFCALIGNMENTHORIZONTAL);
  const horizontal = lines.map((line) => horizontalOf(session, line, radians));
  if (!horizontal.every((segment) => segment !== null)) return [];
  const vertical = parametersOf(session, parts, alignment, IFCALIGNMENTVERTICAL).map(verticalOf);
  vertical.sort((a, b) => a.at - b.at);
  const error = ERROR / metres;
  const points = stations(horizontal, profileJoints(vertical, error), error);
  return points.map(({ along, x, y }) => [x, y, profileAt(vertical, along)]);
}

function coordinatesOf(session: IfcSession, list: number | null): Vector[] {
  const rows = list === null ? null : lineOf(session.api, session.model, list)?.['CoordList'];
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => {
    const [x = 0, y = 0, z = 0] = Array.isArray(row) ? row.map((value) => numberOf(value) ?? 0) : [];
    return [x, y, z];
  });
}

/** The polyline of the alignment's representation, used when the file has no design. */
function representedLine(session: IfcSession, alignment: IfcLine): Vector[] {
  const { api, model } = session;
  const shape = referenceOf(alignment['Representation']);
  const parts = shape === null ? [] : referencesOf(lineOf(api, model, shape)?.['Representations']);
  for (const part of parts) {
    for (const item of referencesOf(lineOf(api, model, part)?.['Items'])) {
      const line = lineOf(api, model, item);
      if (line?.['type'] === IFCPOLYLINE)
        return referencesOf(line['Points']).map((point) => pointOf(session, point) ?? WORLD.origin);
      if (line?.['type'] === IFCINDEXEDPOLYCURVE) return coordinatesOf(session, referenceOf(line['Points']));
    }
  }
  return [];
}

/**
 * Computes the lines of all alignments from their design, because web-ifc knows only straight lines, arcs and clothoids.
 * `undrawn`: entity numbers of alignments with neither a design nor a polyline.
 */
export function readAlignments(session: IfcSession): { lines: AlignmentLine[]; undrawn: number[] } {
  const { api, model } = session;
  const lines: AlignmentLine[] = [];
  const undrawn: number[] = [];
  const ids = idsOfType(api, model, IFCALIGNMENT);
  if (ids.length === 0) return { lines, undrawn };
  const parts = partsOf(session);
  const { metres } = modelLengthUnit(session);
  for (const id of ids) {
    const line = lineOf(api, model, id);
    if (line === null) continue;
    const designed = designedLine(session, parts, id, metres);
    const local = designed.length > 1 ? designed : representedLine(session, line);
    const frame = worldFrame(session, referenceOf(line['ObjectPlacement'])) ?? WORLD;
    const points = local.map((point) => times(placed(frame, point), metres));
    if (points.length < 2 || !points.flat().every(Number.isFinite)) undrawn.push(id);
    else lines.push({ id, guid: textOf(line['GlobalId']) ?? '', name: textOf(line['Name']) ?? '', points });
  }
  return { lines, undrawn };
}

/** Length of a line in metres. */
export function lengthOf({ points }: AlignmentLine): number {
  let length = 0;
  for (const [index, [x, y, z]] of points.entries()) {
    const [px, py, pz] = points[index - 1] ?? [x, y, z];
    length += Math.hypot(x - px, y - py, z - pz);
  }
  return length;
}
