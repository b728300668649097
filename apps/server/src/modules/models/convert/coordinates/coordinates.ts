import {
  IFCCOORDINATEREFERENCESYSTEM,
  IFCGEOMETRICREPRESENTATIONCONTEXT,
  IFCMAPCONVERSION,
  IFCMAPCONVERSIONSCALED,
  IFCPROJECTEDCRS,
  IFCRIGIDOPERATION,
  IFCSITE,
} from 'web-ifc';
import { idsOfType, lineOf, numberOf, referenceOf, textOf, valueOf, type IfcLine } from '../ifc-lines.ts';
import { lengthUnitOf, modelLengthUnit, type LengthUnit } from '../units.ts';
import { axesOf, directionOf, worldFrame } from './placements.ts';
import { dot, WORLD, type Frame, type Vector } from './vectors.ts';
import type { ModelCoordinates } from '@prdm/contract/models';
import type { IfcSession } from '../ifc-session.ts';
import type { PointMm } from '../types.ts';

type MapOf = NonNullable<ModelCoordinates['map']>;
type ConversionOf = NonNullable<MapOf['conversion']>;

function firstOf({ api, model }: IfcSession, types: readonly number[]): IfcLine | null {
  for (const type of types) {
    const [id] = idsOfType(api, model, type);
    if (id !== undefined) return lineOf(api, model, id);
  }
  return null;
}

/** The context of the model's bodies: the one named `Model`, else the first. */
function modelContext({ api, model }: IfcSession): IfcLine | null {
  const lines = idsOfType(api, model, IFCGEOMETRICREPRESENTATIONCONTEXT).map((id) => lineOf(api, model, id));
  return lines.find((line) => textOf(line?.['ContextType']) === 'Model') ?? lines[0] ?? null;
}

/** Degrees clockwise from the y axis. */
function trueNorthOf(session: IfcSession, context: IfcLine | null): number | null {
  const north = directionOf(session, referenceOf(context?.['TrueNorth']));
  return north === null ? null : degrees(Math.atan2(north[0], north[1]));
}

const degrees = (radians: number): number => Math.round((radians * 180 * 1e9) / Math.PI) / 1e9 + 0;

/** Converts degrees, minutes, seconds and millionths of a second to decimal degrees. All four carry the sign. */
function compoundAngle(attribute: unknown): number | null {
  const value = valueOf(attribute);
  const parts = Array.isArray(value) ? value.map((part) => numberOf(part)) : [];
  const [degree = null, minute = 0, second = 0, millionth = 0] = parts;
  if (degree === null) return null;
  return Math.round((degree + (minute ?? 0) / 60 + ((second ?? 0) + (millionth ?? 0) / 1e6) / 3600) * 1e9) / 1e9;
}

function siteOf(session: IfcSession, mm: number): ModelCoordinates['site'] {
  const line = firstOf(session, [IFCSITE]);
  if (line === null) return null;
  const frame = worldFrame(session, referenceOf(line['ObjectPlacement']));
  const elevation = numberOf(line['RefElevation']);
  return {
    name: textOf(line['Name']) ?? '',
    latitude: compoundAngle(line['RefLatitude']),
    longitude: compoundAngle(line['RefLongitude']),
    elevation: elevation === null ? null : round(elevation * mm),
    placement: frame === null ? null : pointMm(frame.origin, mm),
  };
}

const round = (mm: number): number => Math.round(mm * 1000) / 1000 + 0;
const pointMm = ([x, y, z]: Vector, mm: number): PointMm => ({ x: round(x * mm), y: round(y * mm), z: round(z * mm) });

/** True within 5 %. The scale of a projection differs from 1 by far less, a ratio of units by far more. */
const about = (value: number, expected: number): boolean => Math.abs(value / expected - 1) < 0.05;

/**
 * Map units per unit of the file. The scale of an IfcMapConversion should include the ratio of the units. Many exporters omit it,
 * or write only the scale of the projection, and still mean the ratio.
 */
export function scaleOf(scale: number | null, ratio: number): number {
  if (scale === null || scale <= 0) return ratio;
  return !about(scale, ratio) && about(scale, 1) ? scale * ratio : scale;
}

/** Rows of the matrix from project coordinates in mm to the map. It includes the context's own coordinate system. */
export function mapMatrix(
  to: { eastings: number; northings: number; height: number; angle: number; factors: Vector },
  context: Frame,
  mmPerUnit: number,
): number[] {
  const [sin, cos] = [Math.sin(to.angle), Math.cos(to.angle)];
  const [fx, fy, fz] = to.factors;
  const rows: [Vector, number][] = [
    [[fx * cos, -fy * sin, 0], to.eastings],
    [[fx * sin, fy * cos, 0], to.northings],
    [[0, 0, fz], to.height],
  ];
  return rows.flatMap(([row, shift]) => {
    const linear: Vector = [
      row[0] * context.x[0] + row[1] * context.y[0] + row[2] * context.z[0],
      row[0] * context.x[1] + row[1] * context.y[1] + row[2] * context.z[1],
      row[0] * context.x[2] + row[1] * context.y[2] + row[2] * context.z[2],
    ];
    return [...linear.map((value) => value / mmPerUnit), shift - dot(linear, context.origin)];
  });
}

function conversionOf(
  session: IfcSession,
  context: IfcLine | null,
  unit: LengthUnit,
  map: LengthUnit,
): ConversionOf | null {
  const rigid = firstOf(session, [IFCRIGIDOPERATION]);
  const line = firstOf(session, [IFCMAPCONVERSION, IFCMAPCONVERSIONSCALED]);
  if (line === null && rigid === null) return null;
  const number = (name: string): number => numberOf(line?.[name]) ?? 0;
  const eastings = line === null ? (numberOf(rigid?.['FirstCoordinate']) ?? 0) : number('Eastings');
  const northings = line === null ? (numberOf(rigid?.['SecondCoordinate']) ?? 0) : number('Northings');
  const height = line === null ? (numberOf(rigid?.['Height']) ?? 0) : number('OrthogonalHeight');
  const [abscissa, ordinate] = [number('XAxisAbscissa'), number('XAxisOrdinate')];
  const xAxis: [number, number] = abscissa === 0 && ordinate === 0 ? [1, 0] : [abscissa, ordinate];
  const angle = Math.atan2(xAxis[1], xAxis[0]);
  const scale = numberOf(line?.['Scale']);
  const total = scaleOf(scale, unit.metres / map.metres);
  const factor = (name: string): number => total * (numberOf(line?.[name]) ?? 1);
  const factors: Vector = [factor('FactorX'), factor('FactorY'), factor('FactorZ')];
  const frame = context === null ? WORLD : axesOf(session, referenceOf(context['WorldCoordinateSystem']));
  return {
    eastings,
    northings,
    height,
    x_axis: xAxis,
    scale,
    rotation: degrees(angle),
    matrix: mapMatrix({ eastings, northings, height, angle, factors }, frame, unit.metres * 1000),
  };
}

function mapOf(session: IfcSession, context: IfcLine | null, unit: LengthUnit): ModelCoordinates['map'] {
  const line = firstOf(session, [IFCPROJECTEDCRS, IFCCOORDINATEREFERENCESYSTEM]);
  if (line === null) return null;
  const declared = referenceOf(line['MapUnit']);
  const mapUnit = declared === null ? unit : lengthUnitOf(session, declared);
  const text = (name: string): string => textOf(line[name]) ?? '';
  return {
    system: text('Name'),
    description: text('Description'),
    datum: text('GeodeticDatum'),
    vertical_datum: text('VerticalDatum'),
    projection: text('MapProjection'),
    zone: text('MapZone'),
    unit: mapUnit,
    conversion: conversionOf(session, context, unit, mapUnit),
  };
}

/** The position on earth that the file states. `origin`: project = drawn + origin, in mm. */
export function readCoordinates(session: IfcSession, origin: PointMm): ModelCoordinates {
  const unit = modelLengthUnit(session);
  const context = modelContext(session);
  return {
    origin,
    unit,
    true_north: trueNorthOf(session, context),
    site: siteOf(session, unit.metres * 1000),
    map: mapOf(session, context, unit),
  };
}
