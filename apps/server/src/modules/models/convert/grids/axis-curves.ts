import { IFCCIRCLE, IFCCOMPOSITECURVE, IFCINDEXEDPOLYCURVE, IFCLINE, IFCPOLYLINE, IFCTRIMMEDCURVE } from 'web-ifc';
import { axesOf, directionOf, pointOf } from '../coordinates/placements.ts';
import { lineOf, numberOf, referenceOf, referencesOf, valueOf, type IfcLine } from '../ifc-lines.ts';
import { arcThrough, reversed, straight, type Arc, type Piece, type Point2 } from './curves.ts';
import type { IfcSession } from '../ifc-session.ts';

const present = (pieces: readonly (Piece | null)[]): Piece[] | null => {
  const all = pieces.filter((piece) => piece !== null);
  return all.length > 0 ? all : null;
};

function point2(session: IfcSession, id: number | null): Point2 | null {
  const point = pointOf(session, id);
  return point && [point[0], point[1]];
}

/** Extends the ends of an open curve in their direction, because offsets of grid axes meet beyond them. */
function endless(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    if (piece.kind !== 'straight') return piece;
    const from = index === 0 ? -Infinity : piece.from;
    return { ...piece, from, to: index === pieces.length - 1 ? Infinity : piece.to };
  });
}

function polyline(points: readonly (Point2 | null)[]): Piece[] | null {
  const known = points.filter((point) => point !== null);
  return present(known.slice(1).map((point, index) => straight(known[index] ?? point, point)));
}

function lineCurve(session: IfcSession, line: IfcLine): Piece[] | null {
  const start = point2(session, referenceOf(line['Pnt']));
  const vector = referenceOf(line['Dir']);
  const orientation = vector === null ? null : lineOf(session.api, session.model, vector)?.['Orientation'];
  const along = directionOf(session, referenceOf(orientation));
  if (!start || !along) return null;
  return present([straight(start, [start[0] + along[0], start[1] + along[1]], -Infinity, Infinity)]);
}

function circle(session: IfcSession, line: IfcLine): Arc | null {
  const frame = axesOf(session, referenceOf(line['Position']));
  const radius = numberOf(line['Radius']) ?? 0;
  if (!(radius > 0)) return null;
  const start = Math.atan2(frame.x[1], frame.x[0]);
  return { kind: 'arc', centre: [frame.origin[0], frame.origin[1]], radius, start, sweep: 2 * Math.PI, turn: 1 };
}

/** Points of an IfcCartesianPointList2D. Its indices begin at 1. */
function listed(session: IfcSession, id: number | null): Point2[] {
  const rows = id === null ? null : lineOf(session.api, session.model, id)?.['CoordList'];
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => {
    const [x, y] = Array.isArray(row) ? row.map((value) => numberOf(value) ?? 0) : [];
    return [x ?? 0, y ?? 0];
  });
}

function indexed(session: IfcSession, line: IfcLine): Piece[] | null {
  const points = listed(session, referenceOf(line['Points']));
  const segments = line['Segments'];
  if (!Array.isArray(segments) || segments.length === 0) return polyline(points);
  return present(
    segments.flatMap((segment: unknown) => {
      const indices = valueOf(segment);
      const numbers = Array.isArray(indices) ? indices.map((index) => numberOf(index) ?? 0) : [];
      const corners = numbers.flatMap((number) => points[number - 1] ?? []).length;
      const own = numbers.flatMap((number) => (points[number - 1] ? [points[number - 1] ?? [0, 0]] : [])) as Point2[];
      const [a, b, c] = own;
      if (corners === 6 && a && b && c && isArc(segment)) return [arcThrough(a, b, c)];
      return polyline(own) ?? [];
    }),
  );
}

const isArc = (segment: unknown): boolean =>
  typeof segment === 'object' && segment !== null && 'name' in segment && segment.name === 'IFCARCINDEX';

/** The trimming point or parameter of an IfcTrimmedCurve's end. */
function trimmed(session: IfcSession, trim: unknown): { point: Point2 | null; parameter: number | null } {
  const values = Array.isArray(trim) ? trim : [];
  const reference = values.map(referenceOf).find((id) => id !== null) ?? null;
  const parameter = values.filter((value) => referenceOf(value) === null).map(numberOf)[0] ?? null;
  return { point: point2(session, reference), parameter };
}

function trimmedCurve(session: IfcSession, line: IfcLine, radiansPerUnit: number): Piece[] | null {
  const basis = referenceOf(line['BasisCurve']);
  const basisLine = basis === null ? null : lineOf(session.api, session.model, basis);
  const [one, two] = [trimmed(session, line['Trim1']), trimmed(session, line['Trim2'])];
  const agrees = isTrue(line['SenseAgreement']);
  if (basisLine?.['type'] === IFCLINE) {
    const pieces = lineCurve(session, basisLine);
    return agrees || !pieces ? pieces : pieces.map(reversed);
  }
  const whole = basisLine?.['type'] === IFCCIRCLE ? circle(session, basisLine) : null;
  if (!whole) return null;
  const angle = ({ point, parameter }: typeof one): number =>
    point
      ? Math.atan2(point[1] - whole.centre[1], point[0] - whole.centre[0])
      : whole.start + (parameter ?? 0) * radiansPerUnit;
  const [start, end] = [angle(one), angle(two)];
  const turn = agrees ? 1 : -1;
  const full = 2 * Math.PI;
  const sweep = (((turn * (end - start)) % full) + full) % full || full;
  return [{ ...whole, start, sweep, turn }];
}

/** A boolean attribute. A missing one is true, like most senses of grids and curves. */
export function isTrue(attribute: unknown): boolean {
  const value = valueOf(attribute);
  return value !== false && value !== 'F';
}

function pieces(session: IfcSession, id: number, radiansPerUnit: number, depth: number): Piece[] | null {
  const line = lineOf(session.api, session.model, id);
  if (!line || depth > 8) return null;
  if (line['type'] === IFCLINE) return lineCurve(session, line);
  if (line['type'] === IFCCIRCLE) return present([circle(session, line)]);
  if (line['type'] === IFCPOLYLINE)
    return polyline(referencesOf(line['Points']).map((point) => point2(session, point)));
  if (line['type'] === IFCINDEXEDPOLYCURVE) return indexed(session, line);
  if (line['type'] === IFCTRIMMEDCURVE) return trimmedCurve(session, line, radiansPerUnit);
  if (line['type'] !== IFCCOMPOSITECURVE) return null;
  const parts = referencesOf(line['Segments']).map((segment) => {
    const part = lineOf(session.api, session.model, segment);
    const parent = referenceOf(part?.['ParentCurve']);
    const own = parent === null ? null : pieces(session, parent, radiansPerUnit, depth + 1);
    return own && !isTrue(part?.['SameSense']) ? own.map(reversed).toReversed() : own;
  });
  return parts.every((part) => part !== null) ? present(parts.flat()) : null;
}

/** The curve of an IfcGridAxis in the plane of its grid, in its own direction; null for an unsupported curve. */
export function axisCurve(session: IfcSession, axis: number, radiansPerUnit: number): Piece[] | null {
  const line = lineOf(session.api, session.model, axis);
  const curve = referenceOf(line?.['AxisCurve']);
  const found = curve === null ? null : pieces(session, curve, radiansPerUnit, 0);
  if (!found) return null;
  return endless(isTrue(line?.['SameSense']) ? found : found.map(reversed).toReversed());
}
