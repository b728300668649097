import * as webIfc from 'web-ifc';
import { lineOf, referenceOf, referencesOf, textOf } from '../ifc-lines.ts';
import { descendantsOf } from './descendants.ts';
import type { IfcSession } from '../ifc-session.ts';

/** Names of representations without a body: axes, plans, outlines and boxes. */
const BODILESS =
  /^(Axis|FootPrint|Plan|Annotation|Box|Reference|CoG|Point|Curve|GeometricCurve|BoundingBox|Segment|Surface2D|Fill)/i;

/** Items without a body, under any representation name. */
const FLAT: ReadonlySet<number> = new Set([
  ...descendantsOf('IfcCurve').keys(),
  ...descendantsOf('IfcPoint').keys(),
  ...descendantsOf('IfcSegment').keys(),
  webIfc.IFCGEOMETRICCURVESET,
  webIfc.IFCBOUNDINGBOX,
  webIfc.IFCTEXTLITERAL,
  webIfc.IFCTEXTLITERALWITHEXTENT,
  webIfc.IFCANNOTATIONFILLAREA,
]);

/** Mapped shapes may map others. The limit stops a shape that maps itself. */
const DEEPEST = 8;

function isFlat(session: IfcSession, item: number, depth: number): boolean {
  const { api, model } = session;
  const type: unknown = api.GetLineType(model, item);
  if (typeof type === 'number' && FLAT.has(type)) return true;
  if (type !== webIfc.IFCGEOMETRICSET && type !== webIfc.IFCMAPPEDITEM) return false;
  const line = lineOf(api, model, item);
  if (type === webIfc.IFCGEOMETRICSET) {
    const elements = referencesOf(line?.['Elements']);
    return elements.length > 0 && elements.every((element) => isFlat(session, element, depth));
  }
  const source = referenceOf(line?.['MappingSource']);
  const mapped = source === null ? null : referenceOf(lineOf(api, model, source)?.['MappedRepresentation']);
  return mapped !== null && depth < DEEPEST && isBodiless(session, mapped, depth + 1);
}

/** True when an IfcRepresentation contains only points, lines, texts and boxes. Its name decides, else its items. */
export function isBodiless(session: IfcSession, representation: number, depth = 0): boolean {
  const line = lineOf(session.api, session.model, representation);
  const names = [textOf(line?.['RepresentationIdentifier']), textOf(line?.['RepresentationType'])];
  if (names.some((name) => BODILESS.test(name ?? ''))) return true;
  const items = referencesOf(line?.['Items']);
  return items.length > 0 && items.every((item) => isFlat(session, item, depth));
}
