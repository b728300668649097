import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { IfcImporter } from '@thatopen/fragments';
import { build } from 'vite';

const require = createRequire(import.meta.url);
const PLAYGROUND = join(import.meta.dirname, '../../packages/viewer/playground');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};
/** As strict as the policy of the product: a viewer that needs more would fail there, too. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' data: blob:",
].join('; ');

export type Playground = {
  readonly url: string;
  /** Adds a file, which is then served at `/models/<name>`. */
  add(name: string, bytes: Uint8Array): void;
  close(): Promise<void>;
};

/** Builds the playground of the viewer into a temporary folder and serves it on a free port. */
export async function startPlayground(): Promise<Playground> {
  const folder = await mkdtemp(join(tmpdir(), 'prdm-playground-'));
  const models = new Map<string, Uint8Array>();
  await build({
    configFile: join(PLAYGROUND, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = (status: number, type: string, bytes?: Uint8Array): void => {
      response.writeHead(status, { 'content-type': type, 'content-security-policy': POLICY });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    };
    const model = models.get(pathname.replace('/models/', ''));
    if (pathname === '/favicon.ico') answer(204, 'image/x-icon');
    else if (model) answer(200, 'application/octet-stream', model);
    else {
      readFile(join(folder, normalize(pathname))).then(
        (bytes) => answer(200, TYPES[extname(pathname)] ?? 'application/octet-stream', bytes),
        () => answer(404, 'text/plain'),
      );
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    add: (name, bytes) => models.set(name, bytes),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Converts an IFC file to the format of the viewer with the library's own importer. */
export async function convert(path: string): Promise<Uint8Array> {
  const importer = new IfcImporter();
  importer.wasm = { path: `${dirname(require.resolve('web-ifc'))}/`, absolute: true };
  return importer.process({ bytes: new Uint8Array(await readFile(path)) });
}
