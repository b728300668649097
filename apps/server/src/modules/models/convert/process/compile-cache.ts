import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Folder where Node caches the compiled form of the importer's 5 MB of JavaScript. Without it each model costs 0.2 s of processor
 * time and 50 MB more. It is beside the packages, so only users who may change the code may change the cache. Where that folder
 * is read-only, Node works without a cache.
 */
export function compileCacheFolder(): string {
  const packages = path.resolve(path.dirname(require.resolve('web-ifc')), '..');
  return path.join(packages, '.cache', 'prdm-converter');
}
