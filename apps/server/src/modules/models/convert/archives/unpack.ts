import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { DamagedZip, dataStart, isIfcEntry, listZip, type ZipEntry } from './zip-listing.ts';
import type { NotConverted } from '../types.ts';

/**
 * Largest ratio of unpacked to packed size. Text of a model shrinks to a tenth, seldom to a thirtieth. A higher ratio is an
 * attack that fills the disk.
 */
const MOST_TIMES = 200;
/** Below this size the ratio is not checked. */
const HARMLESS = 4 * 1024 * 1024;

/** Returns how many bytes may be written before the next call, at least `wanted`. Throws when the disk has no room for them. */
export type Room = (wanted: number) => Promise<number>;
const endless: Room = () => Promise.resolve(Infinity);

class TooMuch extends Error {
  readonly reason: 'zip_bomb' | 'too_large';

  constructor(reason: 'zip_bomb' | 'too_large', detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Passes bytes while they stay within the limits, and checks their checksum. The size in the listing is not trusted. */
class Gate extends Transform {
  bytes = 0;
  crc = 0;
  readonly #maxBytes: number;
  readonly #packed: number;
  readonly #room: Room;
  /** Bytes for which the disk had room at the last check. */
  #allowed = 0;

  constructor(maxBytes: number, packed: number, room: Room) {
    super();
    this.#maxBytes = maxBytes;
    this.#packed = packed;
    this.#room = room;
  }

  override _transform(
    piece: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, data?: Buffer) => void,
  ): void {
    this.bytes += piece.length;
    this.crc = crc32(piece, this.crc);
    if (this.bytes > this.#maxBytes) {
      done(new TooMuch('too_large', `more than ${this.#maxBytes} bytes unpacked`));
    } else if (this.bytes > HARMLESS && this.bytes > MOST_TIMES * this.#packed) {
      done(new TooMuch('zip_bomb', `unpacks to more than ${MOST_TIMES} times its size`));
    } else if (this.bytes > this.#allowed) {
      const before = this.bytes - piece.length;
      this.#room(piece.length).then(
        (allowed) => {
          this.#allowed = before + allowed;
          done(null, piece);
        },
        (error: Error) => done(error),
      );
    } else done(null, piece);
  }
}

const no = (reason: NotConverted['reason'], detail: string): NotConverted => ({ ok: false, reason, detail });

/** The only model of an archive, or the reason why none can be read. */
function modelIn(entries: readonly ZipEntry[]): ZipEntry | NotConverted {
  const [model, another] = entries.filter(isIfcEntry);
  if (!model) return no('zip_empty', `no .ifc among ${entries.length} files`);
  if (another) return no('zip_several', `${entries.filter(isIfcEntry).length} .ifc files`);
  if (model.encrypted) return no('zip_encrypted', model.name);
  if (model.method !== 0 && model.method !== 8) return no('zip_damaged', `packed by method ${model.method}`);
  return model;
}

async function copy(
  source: string,
  entry: ZipEntry,
  target: string,
  { maxBytes, room, signal }: { maxBytes: number; room: Room; signal?: AbortSignal },
): Promise<void> {
  const start = await dataStart(source, entry);
  const gate = new Gate(maxBytes, entry.packed, room);
  const reading = entry.packed === 0 ? [] : createReadStream(source, { start, end: start + entry.packed - 1 });
  const writing = createWriteStream(target);
  if (entry.method === 0) await pipeline(reading, gate, writing, { signal });
  else await pipeline(reading, createInflateRaw(), gate, writing, { signal });
  if (gate.crc !== entry.crc) throw new DamagedZip(`the checksum of ${entry.name} is wrong`);
}

/** zlib error codes: the bytes are not deflated data, or they end too early. */
const isInflateError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

/**
 * Unpacks the only .ifc of an archive to `target`, piece by piece. Limits: `maxBytes` and 200 times its packed size. Returns null
 * on success, else the reason. The caller deletes the target in every case. Throws AbortError, file errors and errors of `room`.
 */
export async function unpackModel(
  source: string,
  target: string,
  maxBytes: number,
  signal?: AbortSignal,
  room: Room = endless,
): Promise<NotConverted | null> {
  try {
    const model = modelIn(await listZip(source));
    if ('ok' in model) return model;
    await copy(source, model, target, { maxBytes, room, signal });
    return null;
  } catch (error) {
    if (error instanceof TooMuch) return no(error.reason, error.message);
    if (error instanceof DamagedZip) return no('zip_damaged', error.message);
    if (isInflateError(error)) return no('zip_damaged', error.message);
    throw error;
  }
}
