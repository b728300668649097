import { idsOfType, lineOf, referenceOf, referencesOf, type IfcLine } from '../ifc-lines.ts';
import { isBodiless } from './bodiless.ts';
import { PRODUCTS } from './classes.ts';
import type { IfcSession } from '../ifc-session.ts';

/** Mapped shapes may map others. No real file nests deeper, and the limit stops cycles. */
const DEEPEST = 8;

/**
 * Products with a shape that the importer could not build, by class. `skipped`: entity numbers of the shapes. Axes and outlines
 * do not count: they are no bodies, and a product is complete without them.
 */
export function incompleteProducts(session: IfcSession, skipped: ReadonlySet<number>): Map<string, number> {
  const counts = new Map<string, number>();
  if (skipped.size === 0) return counts;
  const { api, model } = session;
  const known = new Map<number, boolean>();
  const lacks = (representation: IfcLine | null, depth: number): boolean =>
    referencesOf(representation?.['Items']).some((item) => {
      const found = known.get(item) ?? (skipped.has(item) || holdsSkipped(item, depth));
      known.set(item, found);
      return found;
    });
  // A surface model or a set is no shape itself, but its members are. A mapped item refers to a representation elsewhere.
  const holdsSkipped = (item: number, depth: number): boolean => {
    const line = lineOf(api, model, item) ?? {};
    if (Object.values(line).some((value) => referencesOf(value).some((id) => skipped.has(id)))) return true;
    const source = referenceOf(line['MappingSource']);
    const mapped = source === null ? null : referenceOf(lineOf(api, model, source)?.['MappedRepresentation']);
    return mapped !== null && depth < DEEPEST && lacks(lineOf(api, model, mapped), depth + 1);
  };
  for (const { typeID } of api.GetAllTypesOfModel(model)) {
    const name = PRODUCTS.get(typeID);
    if (name === undefined) continue;
    const count = idsOfType(api, model, typeID).filter((id) =>
      representationsOf(session, id).some((part) => !isBodiless(session, part) && lacks(lineOf(api, model, part), 0)),
    ).length;
    if (count > 0) counts.set(name, count);
  }
  return counts;
}

function representationsOf({ api, model }: IfcSession, product: number): number[] {
  const shape = referenceOf(lineOf(api, model, product)?.['Representation']);
  return shape === null ? [] : referencesOf(lineOf(api, model, shape)?.['Representations']);
}
