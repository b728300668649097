import type { IfcAPI } from 'web-ifc';

/** An entity from web-ifc: each attribute is a value, a handle or a list of them. */
export type IfcLine = Readonly<Record<string, unknown>>;

/** web-ifc's type code of a reference to another entity. */
const HANDLE = 5;

export function lineOf(api: IfcAPI, model: number, id: number): IfcLine | null {
  const line: unknown = api.GetLine(model, id);
  return typeof line === 'object' && line !== null ? (line as IfcLine) : null;
}

export function idsOfType(api: IfcAPI, model: number, type: number): number[] {
  const vector = api.GetLineIDsWithType(model, type);
  const ids: number[] = [];
  for (let i = 0; i < vector.size(); i++) ids.push(vector.get(i));
  return ids;
}

/** The plain value inside web-ifc's wrappers. */
export function valueOf(attribute: unknown): unknown {
  if (typeof attribute === 'object' && attribute !== null && 'value' in attribute) return valueOf(attribute.value);
  return attribute;
}

export function numberOf(attribute: unknown): number | null {
  const value = valueOf(attribute);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function textOf(attribute: unknown): string | null {
  const value = valueOf(attribute);
  return typeof value === 'string' ? value : null;
}

/** The entity number of a reference; null for any other attribute. */
export function referenceOf(attribute: unknown): number | null {
  if (typeof attribute !== 'object' || attribute === null) return null;
  if (!('type' in attribute) || attribute.type !== HANDLE) return null;
  return numberOf(attribute);
}

/** The entity numbers in a list of references. Other entries are skipped. */
export function referencesOf(attribute: unknown): number[] {
  if (!Array.isArray(attribute)) return [];
  return attribute.map(referenceOf).filter((id) => id !== null);
}
