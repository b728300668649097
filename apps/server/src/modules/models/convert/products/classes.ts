import { idsOfType, lineOf, referencesOf } from '../ifc-lines.ts';
import { descendantsOf } from './descendants.ts';
import type { IfcImporter } from '@thatopen/fragments';
import type { IfcSession } from '../ifc-session.ts';

/** All subtypes of IfcProduct in the EXPRESS schemas, by web-ifc's type code. */
export const PRODUCTS: ReadonlyMap<number, string> = descendantsOf('IfcProduct');

/** All type objects (IfcWallType, IfcDoorStyle). */
const TYPES: ReadonlyMap<number, string> = descendantsOf('IfcTypeObject');

/** The empty tree of a project. */
const SPATIAL: ReadonlySet<string> = new Set(['IFCSITE', 'IFCBUILDING', 'IFCBUILDINGSTOREY']);

/** Holes in other components, and connection points. Neither counts as a component. */
const NO_COMPONENT = ['IFCOPENINGELEMENT', 'IFCOPENINGSTANDARDCASE', 'IFCPORT', 'IFCDISTRIBUTIONPORT'];

/**
 * Volumes of use, with or without a body. They are in the tree and in the table, but not drawn. Rooms (IFCSPACE) are drawn on
 * demand.
 */
const ZONES = [
  'IFCSPATIALZONE',
  'IFCSPATIALELEMENT',
  'IFCEXTERNALSPATIALELEMENT',
  'IFCEXTERNALSPATIALSTRUCTUREELEMENT',
  'IFCSPATIALSTRUCTUREELEMENT',
];

export const isOpening = (name: string): boolean => name.startsWith('IFCOPENING');
export const isPort = (name: string): boolean => name === 'IFCPORT' || name === 'IFCDISTRIBUTIONPORT';
export const isZone = (name: string): boolean => ZONES.includes(name);
export const isRoom = (name: string): boolean => name === 'IFCSPACE';
export const isAlignment = (name: string): boolean => name === 'IFCALIGNMENT';

/**
 * Makes an importer read every product and every type object of the schemas. Its own list has 149 classes and drops all others
 * without a message. Its set `abstract` means "read without a shape", not abstract classes. It includes IFCSITE and IFCALIGNMENT.
 */
export function importAllProducts({ classes }: IfcImporter): void {
  for (const [code, name] of PRODUCTS) {
    if (NO_COMPONENT.includes(name)) classes.elements.delete(code);
    else if (isZone(name)) classes.abstract.add(code);
    else classes.elements.add(code);
  }
  for (const code of TYPES.keys()) classes.abstract.add(code);
}

/** Types with shapes, by class, in a file where no element uses them. Empty when the file has elements of its own. */
export function countTypesWithShapes({ api, model }: IfcSession): Map<string, number> {
  const found = new Map<string, number>();
  for (const { typeID } of api.GetAllTypesOfModel(model)) {
    const product = PRODUCTS.get(typeID);
    if (product !== undefined && !SPATIAL.has(product)) return new Map();
    const name = TYPES.get(typeID);
    if (name === undefined) continue;
    const shaped = idsOfType(api, model, typeID).filter(
      (id) => referencesOf(lineOf(api, model, id)?.['RepresentationMaps']).length > 0,
    );
    if (shaped.length > 0) found.set(name, shaped.length);
  }
  return found;
}
