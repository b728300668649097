import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Stored with every result. It rises when the current code reads more from the same file than users find in an older result.
 * Users with the right can then convert the model again.
 * - 0: results from before this number existed.
 * - 1: property values with their units.
 * - 2: all classes, their count, coordinates, grid placements, alignment lines.
 */
export const CONVERTER_VERSION = 2;

/**
 * The version of an installed package whose `exports` hide its package.json. `up` is the path from its entry file to its root.
 */
function versionOf(entry: string, up: string): string {
  const manifest = path.join(path.dirname(require.resolve(entry)), up, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}

/** Versions of the libraries that made a .frag file. A file of another major version must be made again from the IFC file. */
export function importerVersions(): { webIfc: string; fragments: string } {
  return { webIfc: versionOf('web-ifc', '.'), fragments: versionOf('@thatopen/fragments', '..') };
}
