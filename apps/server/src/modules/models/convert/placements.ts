import { IfcAPI, IFCBUILDINGSTOREY, IFCSITE } from 'web-ifc';
import { idsOfType, lineOf, numberOf, referenceOf, textOf } from './ifc-lines.ts';
import type { IfcSession } from './ifc-session.ts';
import type { StoreyMeta } from './types.ts';

/** Deeper than any real chain of placements. It stops a chain that is built to exhaust the stack. */
const DEEPEST = 1000;

/** The placements of sites and storeys, followed to the root. */
export interface PlacementSurvey {
  /** Placements in a cycle of parents. The link to their parent must be removed. */
  cycles: Set<number>;
  /** Height of a placement's origin above the root, in the file's length unit. */
  heightOf(placement: number): number;
}

function ownHeight(session: IfcSession, placement: number): { height: number; parent: number | null } {
  const line = lineOf(session.api, session.model, placement);
  const axes = referenceOf(line?.['RelativePlacement']);
  const axesLine = axes === null ? null : lineOf(session.api, session.model, axes);
  const location = referenceOf(axesLine?.['Location']);
  const point = location === null ? null : lineOf(session.api, session.model, location);
  const coordinates = point?.['Coordinates'];
  const height = Array.isArray(coordinates) ? (numberOf(coordinates[2]) ?? 0) : 0;
  return { height, parent: referenceOf(line?.['PlacementRelTo']) };
}

/** Follows the placements of all sites and storeys, and finds cycles. */
export function surveyPlacements(session: IfcSession): PlacementSurvey {
  const cycles = new Set<number>();
  const heightOf = (start: number): number => {
    const visited = new Set<number>();
    let height = 0;
    let placement: number | null = start;
    while (placement !== null) {
      visited.add(placement);
      const own = ownHeight(session, placement);
      height += own.height;
      const endless = own.parent !== null && (visited.has(own.parent) || visited.size > DEEPEST);
      if (endless) cycles.add(placement);
      placement = cycles.has(placement) ? null : own.parent;
    }
    return height;
  };
  for (const type of [IFCSITE, IFCBUILDINGSTOREY]) {
    for (const id of idsOfType(session.api, session.model, type)) {
      const placement = referenceOf(lineOf(session.api, session.model, id)?.['ObjectPlacement']);
      if (placement !== null) heightOf(placement);
    }
  }
  return { cycles, heightOf };
}

/**
 * Makes web-ifc answer as if the given placements had no parent. The importer follows these placements without a check for
 * cycles. A placement that refers to itself would loop forever.
 */
export function cutCycles(cycles: ReadonlySet<number>): void {
  if (cycles.size === 0) return;
  const original = IfcAPI.prototype.GetLine;
  IfcAPI.prototype.GetLine = function getLine(this: IfcAPI, model: number, id: number, ...rest): unknown {
    const line: unknown = original.call(this, model, id, ...rest);
    if (!cycles.has(id) || typeof line !== 'object' || line === null) return line;
    return Object.assign(line, { PlacementRelTo: null });
  };
}

/** The storeys from the lowest to the highest. `mmPerUnit` is millimetres per length unit of the file. */
export function readStoreys(session: IfcSession, survey: PlacementSurvey, mmPerUnit: number): StoreyMeta[] {
  const storeys = idsOfType(session.api, session.model, IFCBUILDINGSTOREY).map((id) => {
    const line = lineOf(session.api, session.model, id);
    const placement = referenceOf(line?.['ObjectPlacement']);
    const height = placement === null ? (numberOf(line?.['Elevation']) ?? 0) : survey.heightOf(placement);
    return {
      guid: textOf(line?.['GlobalId']) ?? '',
      name: textOf(line?.['Name']) ?? textOf(line?.['LongName']) ?? '',
      elevation: Math.round(height * mmPerUnit * 1000) / 1000,
    };
  });
  return storeys.toSorted((a, b) => a.elevation - b.elevation);
}
