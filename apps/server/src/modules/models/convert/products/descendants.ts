import * as webIfc from 'web-ifc';

/** The schemas that web-ifc reads. Their classes share type codes, so one table serves all three. */
const SCHEMAS = [webIfc.IFC2X3, webIfc.IFC4, webIfc.IFC4X3] as const;

type Constructor = abstract new (...args: never[]) => object;

function isClass(value: unknown): value is Constructor {
  return typeof value === 'function' && 'prototype' in value;
}

const CODES = webIfc as unknown as Readonly<Record<string, unknown>>;

/** Every class of web-ifc that descends from a schema class of this name, by type code, with names in capitals. */
export function descendantsOf(
  ancestor: 'IfcProduct' | 'IfcTypeObject' | 'IfcCurve' | 'IfcPoint' | 'IfcSegment',
): Map<number, string> {
  const found = new Map<number, string>();
  for (const schema of SCHEMAS) {
    const members: Readonly<Record<string, unknown>> = schema;
    const root = members[ancestor];
    if (!isClass(root)) continue;
    for (const [name, member] of Object.entries(members)) {
      if (!isClass(member) || !(member.prototype instanceof root)) continue;
      const code = CODES[name.toUpperCase()];
      if (typeof code === 'number') found.set(code, name.toUpperCase());
    }
  }
  return found;
}
