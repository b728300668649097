import type { ModelCoordinates } from '@prdm/contract/models/coordinates';
import type { Vec3 } from '@prdm/viewer';

/** A place for display: three figures with the names of their axes. */
export interface ShownPlace {
  readonly kind: 'project' | 'map';
  /** Name of the map's coordinate system, such as EPSG:4549; '' without one. */
  readonly system: string;
  readonly unit: string;
  readonly axes: readonly { readonly axis: 'x' | 'y' | 'z' | 'e' | 'n' | 'h'; readonly value: string }[];
  /** All three as plain numbers, separated by commas, for another program. */
  readonly copied: string;
}

/**
 * True coordinates of a point of the drawing space (metres, Y up). Project coordinates are in whole millimetres. Map
 * coordinates are in metres with three decimals, when the file has a conversion. Source: IFC, IfcMapConversion and
 * IfcGeometricRepresentationContext.
 */
export function placesOf([x, y, z]: Vec3, { origin, map }: ModelCoordinates): ShownPlace[] {
  const project: Vec3 = [x * 1000 + origin.x, -z * 1000 + origin.y, y * 1000 + origin.z];
  const places = [shown('project', '', 'mm', ['x', 'y', 'z'], project, 0)];
  if (map?.conversion) {
    const { matrix } = map.conversion;
    const row = (at: number): number =>
      [...project, 1].reduce((sum, value, column) => sum + value * (matrix[at * 4 + column] ?? 0), 0) * map.unit.metres;
    places.push(shown('map', map.system, 'm', ['e', 'n', 'h'], [row(0), row(1), row(2)], 3));
  }
  return places;
}

function shown(
  kind: ShownPlace['kind'],
  system: string,
  unit: string,
  axes: readonly ShownPlace['axes'][number]['axis'][],
  values: Vec3,
  digits: number,
): ShownPlace {
  // Rounding a small negative value gives -0, which shows a minus sign.
  const rounded = values.map((value) => Number(value.toFixed(digits)) || 0);
  return {
    kind,
    system,
    unit,
    axes: axes.map((axis, index) => ({ axis, value: (rounded[index] ?? 0).toFixed(digits) })),
    copied: rounded.map((value) => value.toFixed(digits)).join(', '),
  };
}
