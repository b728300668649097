import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|svg|json|map|wasm|txt)$/;
const SMALLEST = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes name.br and name.gz beside every built file, so that no request waits for compression. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'prdm:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      for (const file of await filesBelow(outDir)) await compress(file);
    },
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

async function compress(file: string): Promise<void> {
  const { size } = await stat(file);
  if (size < SMALLEST) return;
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: size };
  const [small, usual] = await Promise.all([toBrotli(bytes, { params }), toGzip(bytes, { level: 9 })]);
  if (small.length < size) await writeFile(`${file}.br`, small);
  if (usual.length < size) await writeFile(`${file}.gz`, usual);
}
