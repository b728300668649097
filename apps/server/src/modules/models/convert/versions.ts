import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

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
