import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Kept with every result. Raised when today's code would make something of the same file that people miss in an older result: whoever
 * may is then offered to convert it again. 0: before this was kept; 1: property values with their units.
 */
export const CONVERTER_VERSION = 1;

/** The version of an installed package whose `exports` hide its package.json; `up` leads from its entry to its root. */
function versionOf(entry: string, up: string): string {
  const manifest = path.join(path.dirname(require.resolve(entry)), up, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}

/** Versions of what made a .frag file: one of another major version has to be made again from the kept IFC. */
export function importerVersions(): { webIfc: string; fragments: string } {
  return { webIfc: versionOf('web-ifc', '.'), fragments: versionOf('@thatopen/fragments', '..') };
}
