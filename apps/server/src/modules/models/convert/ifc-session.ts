import { readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { IfcAPI } from 'web-ifc';
import { readHeader } from './step-header.ts';

const require = createRequire(import.meta.url);
const HEAD = 256 * 1024;

/** Size of the pieces in which web-ifc reads the file. Its default of 64 MB costs 100 MB of memory and is not faster. */
const PIECE = 4 * 1024 * 1024;

/** Folder of web-ifc's WebAssembly, with the trailing separator that its loader expects. */
export const wasmFolder = `${path.dirname(require.resolve('web-ifc'))}${path.sep}`;

/** Schema names that web-ifc knows. Any other corrigendum or addendum is read as its base schema. */
const KNOWN = /^(IFC2X3|IFC4|IFC4X3(_RC[1-4]|_ADD[12])?)$/;

function knownSchema(schema: string): string {
  if (KNOWN.test(schema)) return schema;
  if (schema.startsWith('IFC2X3')) return 'IFC2X3';
  return schema.startsWith('IFC4X3') ? 'IFC4X3' : 'IFC4';
}

/**
 * Reads a file on demand, so that a model of hundreds of MB is never fully in JavaScript's memory. It replaces the schema name in
 * the header by the name that web-ifc knows. Blanks after the closing quote keep all byte offsets.
 */
export class SourceReader {
  readonly #fd: number;
  #buffer = Buffer.alloc(64 * 1024);
  readonly #patchAt: number;
  readonly #patch: Buffer;

  constructor(fd: number) {
    this.#fd = fd;
    const head = this.read(0, HEAD).toString('latin1');
    const header = readHeader(head);
    if (header.kind !== 'schema') throw new Error('the header has no schema');
    this.#patchAt = header.at;
    this.#patch = Buffer.from(`${knownSchema(header.schema)}'`.padEnd(header.length + 1), 'latin1');
  }

  /** Bytes from an offset. Fewer than requested only at the end of the file. The buffer is valid until the next call. */
  readonly read = (offset: number, length: number): Buffer => {
    if (this.#buffer.length < length) this.#buffer = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const got = readSync(this.#fd, this.#buffer, filled, length - filled, offset + filled);
      if (got === 0) break;
      filled += got;
    }
    return this.#buffer.subarray(0, filled);
  };

  readonly readPatched = (offset: number, length: number): Uint8Array => {
    const bytes = this.read(offset, length);
    const end = offset + bytes.length;
    for (let i = Math.max(offset, this.#patchAt); i < Math.min(end, this.#patchAt + this.#patch.length); i++) {
      bytes[i - offset] = this.#patch[i - this.#patchAt] ?? 0x20;
    }
    return bytes;
  };
}

export interface IfcSession {
  api: IfcAPI;
  model: number;
}

/** Opens a file in web-ifc. Coordinates are shifted towards the origin, because floats lose millimetres far away from it. */
export async function openSession(source: SourceReader): Promise<IfcSession> {
  const api = new IfcAPI();
  api.SetWasmPath(wasmFolder, true);
  await api.Init();
  const settings = { COORDINATE_TO_ORIGIN: true, TAPE_SIZE: PIECE };
  const model = api.OpenModelFromCallback(source.readPatched, settings);
  if (model < 0) throw new Error('web-ifc does not open the file');
  return { api, model };
}

function release(this: IfcAPI): void {
  this.wasmModule = undefined;
}

/**
 * Makes every later IfcAPI use the given session. The importer opens and parses the file twice, for shapes and for properties.
 * Sharing saves half of the reading and a second copy of the tape in memory. Only for a process that converts one file and exits.
 */
export function shareSession(session: IfcSession): void {
  const prototype = IfcAPI.prototype;
  prototype.Init = function adopt(this: IfcAPI) {
    Object.assign(this, session.api);
    return Promise.resolve();
  };
  prototype.OpenModelFromCallback = () => session.model;
  prototype.Dispose = release;
}
