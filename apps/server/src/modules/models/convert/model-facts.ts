import { lengthOf, readAlignments, type AlignmentLine } from './alignments/alignments.ts';
import { shareLines } from './alignments/share-lines.ts';
import { readCoordinates } from './coordinates/coordinates.ts';
import { ConvertError } from './failure.ts';
import { fragFacts, withShift } from './frag/frag-file.ts';
import { resolveGridPlacements } from './grids/grid-placements.ts';
import { cutCycles, readStoreys, surveyPlacements } from './placements.ts';
import { countProducts } from './products/census.ts';
import { countTypesWithShapes } from './products/classes.ts';
import { incompleteProducts } from './products/incomplete.ts';
import { unreadProducts } from './products/unread.ts';
import { millimetresPerUnit, unitSigns } from './units.ts';
import type { ModelWarning } from '@prdm/contract/models';
import type { Vector } from './coordinates/vectors.ts';
import type { IfcSession, SourceReader } from './ifc-session.ts';
import type { Imported } from './importer.ts';
import type { ClassCount, ConvertMeta, ConvertWarning, PointMm, StoreyMeta } from './types.ts';

/** Parts of a file that are read before its shapes. */
interface Before {
  storeys: StoreyMeta[];
  units: Record<string, string>;
  lines: AlignmentLine[];
  /** Products of classes that the schema does not have, by class. */
  unread: ReadonlyMap<string, number>;
  warnings: ConvertWarning[];
}

/** Maximum of entity numbers in one warning. */
const NAMED = 20;

const counted = (counts: Iterable<readonly [name: string, count: number]>): string =>
  Array.from(counts, ([name, count]) => `${name} ${count}`).join(', ');

/** Number and entity numbers: `3: #12, #15, #20`. */
const numbered = (ids: readonly number[]): string => {
  const names = ids.slice(0, NAMED).map((id) => `#${id}`);
  return `${ids.length}: ${names.join(', ')}${ids.length > NAMED ? ' ...' : ''}`;
};

/** The number of these entities in each class. */
function byClass({ api, model }: IfcSession, ids: ReadonlySet<number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const code: unknown = api.GetLineType(model, id);
    const name = typeof code === 'number' ? api.GetNameFromTypeCode(code).toUpperCase() : `#${id}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Reads the parts that the importer ignores. Corrects data in web-ifc's memory that it would misplace or process forever. */
export function prepare(session: IfcSession, source: SourceReader): Before {
  const warnings: ConvertWarning[] = [];
  const warn = (code: ModelWarning, detail: string, found: number): void => {
    if (found > 0) warnings.push({ code, detail });
  };
  const unread = unreadProducts(session, source);
  const survey = surveyPlacements(session);
  warn('placement_cycle', numbered([...survey.cycles]), survey.cycles.size);
  warn('unknown_entities', counted(unread), unread.size);
  const storeys = readStoreys(session, survey, millimetresPerUnit(session));
  const unresolved = resolveGridPlacements(session);
  warn('grid_placement', numbered(unresolved), unresolved.length);
  const { lines, undrawn } = readAlignments(session);
  warn('alignment_undrawn', numbered(undrawn), undrawn.length);
  shareLines(lines, () => shiftOf(session, lines));
  cutCycles(survey.cycles);
  return { storeys, units: unitSigns(session), lines, unread, warnings };
}

/**
 * The shift that web-ifc adds to every drawn point (metres, y up). Valid only after the shapes were read. A model without shapes
 * may have no shift. Then the first point of the first line becomes the origin, because floats lose millimetres far from it.
 */
function shiftOf({ api, model }: IfcSession, lines: readonly AlignmentLine[]): Vector {
  const matrix = api.GetCoordinationMatrix(model);
  const shift: Vector = [matrix[12] ?? 0, matrix[13] ?? 0, matrix[14] ?? 0];
  if (shift.some((value) => value !== 0)) return shift;
  const [x, y, z] = lines[0]?.points[0] ?? [0, 0, 0];
  return [-Math.round(x) + 0, -Math.round(z) + 0, Math.round(y) + 0];
}

export type Judged = Pick<
  ConvertMeta,
  'elementCount' | 'classes' | 'alignments' | 'storeys' | 'units' | 'bbox' | 'trueOrigin' | 'coordinates' | 'warnings'
> & { fragments: Uint8Array };

/** Adds the unread products to the table of classes. */
function withUnread(counts: ClassCount[], unread: ReadonlyMap<string, number>): ClassCount[] {
  const rows = Array.from(unread, ([name, count]): ClassCount => {
    return { name, total: count, drawn: 0, left: [{ reason: 'unread', count }] };
  });
  return [...counts, ...rows].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Checks the finished .frag file: which components it draws, and which it leaves out with which reason. Throws when nothing in it
 * can be shown.
 */
export function judge(session: IfcSession, before: Before, imported: Imported): Judged {
  const { lines } = before;
  const facts = fragFacts(imported.fragments);
  const shapeless = facts.drawn.size === 0 || facts.bbox === null;
  const classes = countProducts(session, {
    drawn: facts.drawn,
    tooFar: imported.tooFar,
    asLines: new Set(lines.map(({ id }) => id)),
  });
  const warnings = [...before.warnings];
  const far = byClass(session, imported.tooFar);
  if (far.size > 0) warnings.push({ code: 'items_too_far', detail: counted(far) });
  const unread = byClass(session, imported.unread);
  if (unread.size > 0) warnings.push({ code: 'properties_skipped', detail: counted(unread) });
  if (shapeless && lines.length === 0) {
    const types = whyShapeless(session, facts.itemCount, imported);
    warnings.push({ code: 'types_only', detail: counted(types) });
  }
  const incomplete = incompleteProducts(session, imported.skipped);
  if (incomplete.size > 0) warnings.push({ code: 'shapes_skipped', detail: counted(incomplete) });
  if (facts.placeless.size > 0) warnings.push({ code: 'shapes_placeless', detail: counted(facts.placeless) });
  if (!facts.hasTree && facts.drawn.size > 0) warnings.push({ code: 'no_project', detail: '' });
  const shift = shapeless ? shiftOf(session, lines) : null;
  const trueOrigin: PointMm = shift ? originOf(shift) : facts.trueOrigin;
  const all = withUnread(classes, before.unread);
  return {
    fragments: shift ? withShift(imported.fragments, shift) : imported.fragments,
    elementCount: all.reduce((sum, { drawn }) => sum + drawn, 0),
    classes: all,
    alignments: lines.map((line) => ({ guid: line.guid, name: line.name, length: Math.round(lengthOf(line) * 1000) })),
    storeys: before.storeys,
    units: before.units,
    bbox: facts.bbox,
    trueOrigin,
    coordinates: readCoordinates(session, trueOrigin),
    warnings,
  };
}

/** Converts a shift of drawn points (metres, y up) into the position of the drawn origin (millimetres, z up). */
const originOf = ([x, y, z]: Vector): PointMm => ({
  x: Math.round(-x * 1e6) / 1000 + 0,
  y: Math.round(z * 1e6) / 1000 + 0,
  z: Math.round(-y * 1e6) / 1000 + 0,
});

/** A library of types draws nothing and is complete. Returns its types by class. Throws for any other file without shapes. */
function whyShapeless(session: IfcSession, items: number, { tooFar }: Imported): Map<string, number> {
  if (tooFar.size > 0) throw new ConvertError('too_far', `all of ${tooFar.size} components`);
  const types = countTypesWithShapes(session);
  if (types.size === 0) throw new ConvertError('empty', `no shapes among ${items} entities`);
  return types;
}
