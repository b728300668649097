import * as webIfc from 'web-ifc';
import { PRODUCTS } from './classes.ts';
import type { IfcSession, SourceReader } from '../ifc-session.ts';

const PIECE = 1024 * 1024;
/** The first seven attributes of any product fit into this many characters. */
const ATTRIBUTES = 4096;

/** Names of all classes that web-ifc knows in any schema. */
const KNOWN: ReadonlySet<string> = new Set(Object.keys(webIfc));
const PRODUCT_NAMES: ReadonlySet<string> = new Set(PRODUCTS.values());

/** A product starts with its GlobalId. Its sixth and seventh attributes are its placement and its shape. */
const PRODUCT_SHAPE =
  /^\s*'[0-9A-Za-z_$]{22}'\s*,\s*(?:#\d+|\$)\s*,(?:\s*(?:\$|'(?:[^']|'')*')\s*,){3}\s*(#\d+|\$)\s*,\s*(#\d+|\$)\s*[,)]/;

const PLACED = /^IFC(LOCAL|GRID|LINEAR)PLACEMENT$|^IFCPRODUCTDEFINITIONSHAPE$/;

/** The class and the first attributes of every entity instance of the file. */
function* instances(source: SourceReader): Generator<[name: string, args: string]> {
  let rest = '';
  let done = false;
  for (let at = 0; !done;) {
    const piece = source.read(at, PIECE);
    at += piece.length;
    done = piece.length < PIECE;
    rest += piece.toString('latin1');
    // The attributes of an instance near the end may be incomplete. The next iteration reads such an instance.
    const complete = done ? rest.length : Math.max(0, rest.length - ATTRIBUTES);
    let end = 0;
    for (const found of rest.matchAll(/#\d+\s*=\s*([A-Za-z0-9_]+)\s*\(/g)) {
      if (found.index >= complete) break;
      end = found.index + found[0].length;
      yield [(found[1] ?? '').toUpperCase(), rest.slice(end, end + ATTRIBUTES)];
    }
    rest = rest.slice(Math.max(end, complete));
  }
}

/** True when the instance refers to an entity whose class is a placement or a shape. */
function isPlaced({ api, model }: IfcSession, args: string): boolean {
  const [, placement = '$', shape = '$'] = PRODUCT_SHAPE.exec(args) ?? [];
  return [placement, shape].some((reference) => {
    if (!reference.startsWith('#')) return false;
    const code: unknown = api.GetLineType(model, Number(reference.slice(1)));
    return typeof code === 'number' && PLACED.test(api.GetNameFromTypeCode(code).toUpperCase());
  });
}

/** The number of entities whose class is missing in the file's schema. */
function countUnknown({ api, model }: IfcSession): number {
  let known = 0;
  for (const { typeID } of api.GetAllTypesOfModel(model)) known += api.GetLineIDsWithType(model, typeID).size();
  return Math.max(0, api.GetAllLines(model).size() - known);
}

/**
 * Products of classes that are missing in the file's schema, by class. web-ifc skips them without a message, and a building
 * without walls would count as complete. Other entities (style wrappers of older schemas) are no loss. A class that no schema has
 * counts as a product if it is built like one. The file is read again only when web-ifc has skipped an entity.
 */
export function unreadProducts(session: IfcSession, source: SourceReader): Map<string, number> {
  const found = new Map<string, number>();
  if (countUnknown(session) === 0) return found;
  const { api, model } = session;
  const read = new Set(api.GetAllTypesOfModel(model).map(({ typeName }) => typeName.toUpperCase()));
  for (const [name, args] of instances(source)) {
    if (read.has(name)) continue;
    const product = KNOWN.has(name) ? PRODUCT_NAMES.has(name) : isPlaced(session, args);
    if (product) found.set(name, (found.get(name) ?? 0) + 1);
  }
  return found;
}
