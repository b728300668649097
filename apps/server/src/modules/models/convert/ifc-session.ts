import { readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { IfcAPI } from 'web-ifc';
import { readHeader } from './step-header.ts';

const require = createRequire(import.meta.url);
const HEAD = 256 * 1024;

/** web-ifc reads the file in pieces of this size; its default of 64 MB costs 100 MB of memory and no less time. */
const PIECE = 4 * 1024 * 1024;

/** Folder of web-ifc's WebAssembly, with a trailing separator as its loader expects. */
export const wasmFolder = `${path.dirname(require.resolve('web-ifc'))}${path.sep}`;

/** The names web-ifc knows; any other corrigendum or addendum of these schemas is read as the schema itself. */
const KNOWN = /^(IFC2X3|IFC4|IFC4X3(_RC[1-4]|_ADD[12])?)$/;

function knownSchema(schema: string): string {
  if (KNOWN.test(schema)) return schema;
  if (schema.startsWith('IFC2X3')) return 'IFC2X3';
  return schema.startsWith('IFC4X3') ? 'IFC4X3' : 'IFC4';
}

/**
 * Reads a file on demand, so that a model of hundreds of MB is never whole in JavaScript's memory. The schema's name in
 * the header is replaced by the one web-ifc knows; blanks after its closing quote keep every byte in its place.
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

  /** Bytes from an offset; fewer than asked for only at the end of the file. Valid until the next call. */
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

/** Opens a file in web-ifc. Coordinates are shifted towards the origin: floats lose millimetres far away from it. */
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
 * Lets every IfcAPI made after this call use the given session. The importer opens the file by itself twice, for shapes
 * and for properties, and parses it each time: half of the reading and a second copy of the tape in memory.
 * For a process that converts one file and ends.
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
