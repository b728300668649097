/** The schemas that the importer reads: IFC2X3 and IFC4 in any corrigendum, IFC4X3 in any draft. */
const SUPPORTED = /^IFC(2X3|4X3|4(?![A-Z0-9]))/;

export type HeaderFinding =
  /** `at` and `length`: position of the name, in characters of the input. */
  | { kind: 'schema'; schema: string; at: number; length: number; supported: boolean }
  /** The first line is not the signature of a STEP file. */
  | { kind: 'foreign' }
  /** A STEP file without a schema in its header. */
  | { kind: 'no_schema' }
  /** The header does not end within the input. */
  | { kind: 'unfinished' };

/**
 * Blanks comments and the inside of texts, and keeps every position. A keyword in a comment or in a file name is
 * then never mistaken for the real one.
 */
function structureOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'/g, (found) =>
    found.startsWith("'") ? `'${'_'.repeat(found.length - 2)}'` : ' '.repeat(found.length),
  );
}

/**
 * Reads the head of a file and finds the IFC schema. A byte order mark and white space may come first. `text` is the head decoded
 * as Latin-1, so that its positions are byte positions of the file.
 */
export function readHeader(text: string): HeaderFinding {
  if (!/^(\u00ef\u00bb\u00bf)?\s*ISO-10303-21\s*;/.test(text)) return { kind: 'foreign' };
  const structure = structureOf(text);
  const end = structure.search(/\bDATA\s*(\(|;)/);
  const header = end >= 0 ? structure.slice(0, end) : structure;
  const schema = /\bFILE_SCHEMA\s*\(\s*\(\s*'/.exec(header);
  if (!schema) return { kind: end >= 0 ? 'no_schema' : 'unfinished' };
  const from = schema.index + schema[0].length;
  const to = structure.indexOf("'", from);
  if (to < 0) return { kind: 'unfinished' };
  const name = text.slice(from, to).trim().toUpperCase();
  return { kind: 'schema', schema: name, at: from, length: to - from, supported: SUPPORTED.test(name) };
}

/** True when the last bytes of a file contain the end mark of STEP. */
export function hasEnd(tail: string): boolean {
  return /END-ISO-10303-21\s*;/.test(tail);
}
