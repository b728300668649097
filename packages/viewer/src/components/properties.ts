import type { ComponentType, Property, PropertySet, PropertyValue } from '../types.ts';

/** One item as the fragments file returns it: attributes are `{value, type}`, relations are lists of items. */
export type RawItem = { readonly [name: string]: RawAttribute | readonly RawItem[] };
export type RawAttribute = { readonly value: unknown; readonly type?: string };

const VALUE_ATTRIBUTES = ['NominalValue', 'EnumerationValues', 'ListValues', 'SetPointValue'];
const MEASURE = /Value$/;

function isAttribute(entry: RawItem[string] | undefined): entry is RawAttribute {
  return entry !== undefined && !Array.isArray(entry);
}

function relation(item: RawItem, name: string): readonly RawItem[] {
  const entry = item[name];
  return Array.isArray(entry) ? (entry as readonly RawItem[]) : [];
}

export function text(item: RawItem, name: string): string {
  const entry = item[name];
  return isAttribute(entry) && typeof entry.value === 'string' ? entry.value : '';
}

export function localIdOf(item: RawItem): number | null {
  const entry = item._localId;
  return isAttribute(entry) && typeof entry.value === 'number' ? entry.value : null;
}

export function guidOf(item: RawItem): string | null {
  return text(item, '_guid') || null;
}

export function classOf(item: RawItem): string {
  return text(item, '_category');
}

/** Joins a list (angles, enumerations) into one text for the property panel. */
function plain(value: unknown): PropertyValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) {
    return value
      .map((entry) => plain(entry))
      .filter((entry) => entry !== null)
      .join(', ');
  }
  if (typeof value === 'object' && 'value' in value) return plain(value.value);
  return JSON.stringify(value);
}

/** Attributes of the item itself. Names with an underscore belong to the file format, not to the IFC. */
export function attributesOf(item: RawItem): Property[] {
  const found: Property[] = [];
  for (const [name, entry] of Object.entries(item)) {
    if (name.startsWith('_') || !isAttribute(entry) || entry.value === null || entry.value === undefined) continue;
    found.push({ name, value: plain(entry.value), type: entry.type ?? null });
  }
  return found;
}

function property(item: RawItem): Property {
  const name = text(item, 'Name');
  const bounds = ['LowerBoundValue', 'UpperBoundValue'].map((bound) => item[bound]).filter(isAttribute);
  if (bounds.length > 0) {
    const value = bounds.map((bound) => plain(bound.value) ?? '').join(' .. ');
    return { name, value, type: bounds[0]?.type ?? null };
  }
  const holder =
    VALUE_ATTRIBUTES.map((attribute) => item[attribute]).find(isAttribute) ??
    Object.entries(item)
      .filter(([attribute]) => MEASURE.test(attribute))
      .map(([, entry]) => entry)
      .find(isAttribute);
  return { name, value: plain(holder?.value), type: holder?.type ?? null };
}

/** Properties of a set. The parts of a complex property get its name as a prefix. */
function propertiesIn(item: RawItem, prefix = ''): Property[] {
  return [...relation(item, 'HasProperties'), ...relation(item, 'Quantities')].flatMap((entry) => {
    const own = { ...property(entry), name: prefix + text(entry, 'Name') };
    const nested = [...relation(entry, 'HasProperties'), ...relation(entry, 'HasQuantities')];
    return nested.length > 0 ? propertiesIn({ HasProperties: nested }, `${own.name} / `) : [own];
  });
}

/** A property set or a quantity set. Null for other definitions of a component, such as its type. */
export function setOf(item: RawItem): PropertySet | null {
  const ifcClass = classOf(item);
  const quantities = ifcClass === 'IFCELEMENTQUANTITY';
  if (!quantities && ifcClass !== 'IFCPROPERTYSET') return null;
  return { name: text(item, 'Name'), kind: quantities ? 'quantities' : 'properties', properties: propertiesIn(item) };
}

export function isType(item: RawItem): boolean {
  return /(TYPE|STYLE)$/.test(classOf(item));
}

export function typeOf(item: RawItem): ComponentType {
  return {
    name: text(item, 'Name'),
    ifcClass: classOf(item),
    guid: guidOf(item),
    attributes: attributesOf(item),
    sets: relation(item, 'HasPropertySets')
      .map(setOf)
      .filter((set) => set !== null),
  };
}

/** Names of all materials below an association (a single material, a list or the layers of a wall), each once. */
export function materialsIn(items: readonly RawItem[]): string[] {
  const names = new Set<string>();
  const seen = new Set<RawItem>();
  const visit = (item: RawItem): void => {
    if (seen.has(item)) return;
    seen.add(item);
    if (classOf(item) === 'IFCMATERIAL') names.add(text(item, 'Name'));
    for (const entry of Object.values(item)) if (Array.isArray(entry)) (entry as readonly RawItem[]).forEach(visit);
  };
  items.forEach(visit);
  names.delete('');
  return [...names];
}
