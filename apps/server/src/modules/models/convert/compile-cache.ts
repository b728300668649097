import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Where Node keeps the compiled form of the importer's 5 MB of JavaScript, which would otherwise be compiled again for
 * every model: 0.2 s of processor time and 50 MB of memory each. Beside the packages, so that only those who may change
 * the code may change its compiled form; where that is read-only Node goes without.
 */
export function compileCacheFolder(): string {
  const packages = path.resolve(path.dirname(require.resolve('web-ifc')), '..');
  return path.join(packages, '.cache', 'prdm-converter');
}
