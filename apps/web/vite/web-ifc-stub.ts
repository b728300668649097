import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const viewerPackage = new URL('../../../packages/viewer/package.json', import.meta.url);
const STUB = '\0web-ifc-stub';
const WORKER = '@thatopen/fragments/worker?url';
/**
 * The library's fallback without a worker address. Our code always passes one, and the fallback would add 3 MB to the
 * build.
 */
const OWN_WORKER = /new URL\("\.\/Worker\/worker\.mjs", import\.meta\.url\)\.href/;

/**
 * Keeps the IFC converter out of the browser build. Only the server reads IFC, but the fragments library imports
 * web-ifc for its numeric class constants. That import brings 1.4 MB of schemas. The build replaces web-ifc with a
 * module of these numbers, generated from the installed version. It also takes the minified worker of the library. The
 * development server skips both.
 *
 * Both use one version of three. The libraries accept any newer three as a peer. From 0.185 on, three imports a font
 * reader from a public CDN. That import stops the page where there is no internet.
 */
export function webIfcStub(): Plugin {
  let building = false;
  return {
    name: 'prdm:web-ifc-stub',
    enforce: 'pre',
    config(_config, { command }) {
      building = command === 'build';
      return { resolve: { alias: [{ find: 'three', replacement: viewersThree() }] } };
    },
    resolveId(id) {
      if (!building) return null;
      if (id === 'web-ifc') return STUB;
      if (id === WORKER) return `${minifiedWorker()}?url`;
      return null;
    },
    load(id) {
      return id === STUB ? stubSource(require('web-ifc') as Record<string, unknown>) : null;
    },
    transform(code, id) {
      if (!building || !id.includes('@thatopen/fragments')) return null;
      return OWN_WORKER.test(code) ? { code: code.replace(OWN_WORKER, '""'), map: null } : null;
    },
  };
}

/** Source of the stub module. Numbers are kept; functions and classes throw on use; namespaces are empty. */
export function stubSource(api: Readonly<Record<string, unknown>>): string {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(api)) {
    if (name === 'default' || !/^[A-Za-z_$][\w$]*$/.test(name)) continue;
    if (typeof value === 'number') lines.push(`export const ${name} = ${value};`);
    else if (typeof value === 'function') {
      lines.push(`export function ${name}() { throw new Error('web-ifc is not part of the browser build'); }`);
    } else lines.push(`export const ${name} = {};`);
  }
  return lines.join('\n');
}

function minifiedWorker(): string {
  return join(dirname(require.resolve('@thatopen/fragments')), 'Worker', 'worker.min.mjs');
}

/** Folder of the three version that the viewer package pins. */
function viewersThree(): string {
  const entry = createRequire(viewerPackage).resolve('three');
  return dirname(dirname(entry));
}
