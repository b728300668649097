import { idsOfType, lineOf, referenceOf, referencesOf } from '../ifc-lines.ts';
import { isBodiless } from './bodiless.ts';
import { isAlignment, isOpening, isPort, isRoom, isZone, PRODUCTS } from './classes.ts';
import type { LeftOutReason } from '@prdm/contract/models';
import type { IfcSession } from '../ifc-session.ts';
import type { ClassCount } from '../types.ts';

/** The drawn entities of the finished file, and the importer's reasons for the rest. */
export interface Outcome {
  /** Entity numbers of everything with a shape in the .frag file. */
  drawn: ReadonlySet<number>;
  /** Entity numbers left out because of their distance. */
  tooFar: ReadonlySet<number>;
  /** Entity numbers of alignments that are drawn as lines. */
  asLines: ReadonlySet<number>;
}

/** The reason why a product has no shape in the .frag file, from the entities of the source. */
function reasonOf(session: IfcSession, id: number, outcome: Outcome): LeftOutReason {
  const { api, model } = session;
  if (outcome.tooFar.has(id)) return 'too_far';
  if (outcome.asLines.has(id)) return 'as_line';
  const shape = referenceOf(lineOf(api, model, id)?.['Representation']);
  if (shape === null) return 'no_shape';
  const definition = lineOf(api, model, shape);
  // The file refers to a shape that it does not contain.
  if (definition === null) return 'not_built';
  const parts = referencesOf(definition['Representations']);
  if (parts.length === 0) return 'no_shape';
  return parts.every((part) => isBodiless(session, part)) ? 'lines_only' : 'not_built';
}

/** The reason that applies to every product of a class; null without one. */
function reasonOfClass(name: string): LeftOutReason | null {
  if (isOpening(name)) return 'opening';
  if (isPort(name)) return 'port';
  if (isZone(name)) return 'zone';
  return isRoom(name) ? 'room' : null;
}

/**
 * Counts the products of the source by class with web-ifc alone, and compares them with the drawn ones. `total` always equals
 * `drawn` plus all of `left`. Classes are in alphabetical order. Only the entities of products left out are read.
 */
export function countProducts(session: IfcSession, outcome: Outcome): ClassCount[] {
  const { api, model } = session;
  const counts: ClassCount[] = [];
  for (const { typeID } of api.GetAllTypesOfModel(model)) {
    const name = PRODUCTS.get(typeID);
    if (name === undefined) continue;
    const ids = idsOfType(api, model, typeID);
    const left = new Map<LeftOutReason, number>();
    const ofClass = reasonOfClass(name);
    let drawn = 0;
    for (const id of ids) {
      if (ofClass === null && outcome.drawn.has(id)) {
        drawn += 1;
        continue;
      }
      // A room without a body cannot be shown on demand either.
      const ofRoom = ofClass === 'room' && !outcome.drawn.has(id) ? null : ofClass;
      const reason = ofRoom ?? reasonOf(session, id, outcome);
      left.set(reason, (left.get(reason) ?? 0) + 1);
    }
    const reasons = Array.from(left, ([reason, count]) => ({ reason, count }));
    if (ids.length > 0) counts.push({ name, total: ids.length, drawn, left: reasons });
  }
  return counts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Alignments of the source by entity number. */
export const alignmentsOf = ({ api, model }: IfcSession): number[] =>
  [...PRODUCTS].flatMap(([code, name]) => (isAlignment(name) ? idsOfType(api, model, code) : []));
