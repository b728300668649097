import { derived, enumeration } from './step.ts';
import type { Ref, StepWriter } from './step.ts';
import type { Properties } from './properties.ts';
import type { Shapes } from './shapes.ts';

/** True coordinates of the site in metres, in a projected system such as CGCS2000. */
export interface Georeference {
  easting: number;
  northing: number;
  height: number;
  /** Name of the coordinate reference system, e.g. `EPSG:4549`. */
  system: string;
}

/** Everything above the storeys: units, project, site and the place of the site in the world. */
export interface SiteParts {
  project: Ref;
  site: Ref;
  sitePlacement: Ref;
}

/** Millimetres for lengths; square and cubic metres for areas and volumes, as Chinese exporters write them. */
function writeUnits(step: StepWriter): Ref {
  const unit = (type: string, prefix: string | null, name: string): Ref =>
    step.add('IFCSIUNIT', derived, enumeration(type), prefix ? enumeration(prefix) : null, enumeration(name));
  return step.add('IFCUNITASSIGNMENT', [
    unit('LENGTHUNIT', 'MILLI', 'METRE'),
    unit('AREAUNIT', null, 'SQUARE_METRE'),
    unit('VOLUMEUNIT', null, 'CUBIC_METRE'),
    unit('PLANEANGLEUNIT', null, 'RADIAN'),
  ]);
}

/**
 * Writes project and site. A georeference is a map conversion, or with `inPlacement` huge coordinates in the site's
 * placement. Many exporters write the second form.
 */
export function writeSite(
  step: StepWriter,
  shapes: Shapes,
  properties: Properties,
  options: { name: string; georeference: Georeference | null; inPlacement: boolean },
): SiteParts {
  const units = writeUnits(step);
  const guid = properties.guid('project');
  const project = step.add(
    'IFCPROJECT',
    guid,
    null,
    options.name,
    null,
    null,
    options.name,
    '施工图设计',
    [shapes.context],
    units,
  );
  const world = options.georeference;
  if (world && !options.inPlacement) {
    const metre = step.add('IFCSIUNIT', derived, enumeration('LENGTHUNIT'), null, enumeration('METRE'));
    const system = step.add('IFCPROJECTEDCRS', world.system, null, 'CGCS2000', null, 'Gauss-Kruger', null, metre);
    step.add('IFCMAPCONVERSION', shapes.context, system, world.easting, world.northing, world.height, 1, 0, 0.001);
  }
  const at =
    world && options.inPlacement
      ? ([world.easting * 1000, world.northing * 1000, world.height * 1000] as const)
      : ([0, 0, 0] as const);
  const sitePlacement = shapes.placement(at, null);
  const site = step.add(
    'IFCSITE',
    properties.guid('site'),
    null,
    '场地',
    null,
    null,
    sitePlacement,
    null,
    null,
    enumeration('ELEMENT'),
    null,
    null,
    null,
    null,
    null,
  );
  properties.relation('IFCRELAGGREGATES', 'project', project, [site]);
  return { project, site, sitePlacement };
}
