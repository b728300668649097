import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { unpackModel, type Room } from './archives/unpack.ts';
import { BracketDepth, DEEPEST } from './bracket-depth.ts';
import { ChineseCheck, Utf8Check } from './encoding.ts';
import { hasEnd, readHeader } from './step-header.ts';
import type { ConvertWarning, NotConverted } from './types.ts';

/**
 * Preflight runs in the server's own process. Hashing or decoding a piece of this size does not block other requests noticeably.
 */
const PIECE = 256 * 1024;
const HEAD = 256 * 1024;
const TAIL = 4 * 1024;

/** Name of the UTF-8 copy in the target folder. The caller deletes it after the conversion. */
export const UTF8_COPY = 'source.utf8.ifc.tmp';

/** Name of the unpacked model in the target folder. The caller deletes it after the conversion. */
export const UNPACKED = 'source.unpacked.ifc.tmp';

export interface Checked {
  ok: true;
  /** File to convert: the source, the model unpacked from it, or its UTF-8 copy. */
  path: string;
  /** Size of the unpacked model. */
  bytes: number;
  /** Size of the source as given. */
  sourceBytes: number;
  schema: string;
  /** Hash of the source as given. */
  sha256: string;
  warnings: ConvertWarning[];
}

function no(reason: NotConverted['reason'], detail: string): NotConverted {
  return { ok: false, reason, detail };
}

async function readAt(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function* pieces(file: FileHandle, bytes: number, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += PIECE) {
    signal?.throwIfAborted();
    yield await readAt(file, Math.min(PIECE, bytes - at), at);
  }
}

/** Describes a file that does not begin like a STEP file. */
function foreign(head: Buffer): NotConverted {
  if (head[0] === 0x1f && head[1] === 0x8b) return no('zip_damaged', 'is a gzip file, not a zip file');
  const start = head
    .subarray(0, 24)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '.');
  return no('not_ifc', `begins with "${start}" instead of "ISO-10303-21;"`);
}

function checkHead(head: Buffer, whole: boolean): NotConverted | { ok: true; schema: string } {
  const finding = readHeader(head.toString('latin1'));
  if (finding.kind === 'foreign') return foreign(head);
  if (finding.kind === 'no_schema') return no('not_ifc', 'the header has no FILE_SCHEMA');
  if (finding.kind === 'unfinished') {
    return whole
      ? no('truncated', `ends within the header after ${head.length} bytes`)
      : no('not_ifc', `the header does not end within ${head.length} bytes`);
  }
  if (!finding.supported) return no('unsupported_schema', `FILE_SCHEMA is ${finding.schema || 'empty'}`);
  return { ok: true, schema: finding.schema };
}

/** Copies the file as UTF-8. False when it is not Chinese text in GB18030. */
async function transcode(
  file: FileHandle,
  bytes: number,
  copyPath: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const decoder = new TextDecoder('gb18030', { fatal: true });
  const chinese = new ChineseCheck();
  await using copy = await open(copyPath, 'w');
  try {
    for await (const piece of pieces(file, bytes, signal)) {
      chinese.push(piece);
      await copy.writeFile(decoder.decode(piece, { stream: true }));
    }
    await copy.writeFile(decoder.decode());
  } catch (error) {
    // A fatal decoder throws TypeError at the first invalid GB18030 sequence.
    if (error instanceof TypeError) return false;
    throw error;
  }
  return chinese.likely;
}

/** True when the file begins with an archive entry, or with the end record of an empty archive. */
async function isZip(source: string): Promise<boolean> {
  await using file = await open(source, 'r');
  const mark = (await readAt(file, 4, 0)).toString('latin1');
  return mark === 'PK\u0003\u0004' || mark === 'PK\u0005\u0006';
}

async function sha256Of(source: string, signal: AbortSignal | undefined): Promise<{ sha256: string; bytes: number }> {
  await using file = await open(source, 'r');
  const { size } = await file.stat();
  const hash = createHash('sha256');
  for await (const piece of pieces(file, size, signal)) hash.update(piece);
  return { sha256: hash.digest('hex'), bytes: size };
}

/**
 * Checks a file before a conversion process starts: signature, schema, end mark, size, encoding, depth of brackets. It reads the
 * file once, piece by piece, and computes its SHA-256. An archive (.ifczip, or a zip with one .ifc) is first unpacked into the
 * target folder. A file in GB18030 (raw Chinese of older exporters) is copied as UTF-8, because web-ifc would garble its names.
 * Throws only AbortError, file errors and errors of `room`.
 */
export async function preflight(
  source: string,
  targetDir: string,
  maxBytes: number,
  signal?: AbortSignal,
  room?: Room,
): Promise<Checked | NotConverted> {
  if (!(await isZip(source))) return checkModel(source, targetDir, maxBytes, signal);
  const given = await sha256Of(source, signal);
  if (given.bytes > maxBytes) return no('too_large', `${given.bytes} bytes, the limit is ${maxBytes}`);
  const unpacked = path.join(targetDir, UNPACKED);
  const refused = await unpackModel(source, unpacked, maxBytes, signal, room);
  if (refused) return refused;
  const checked = await checkModel(unpacked, targetDir, maxBytes, signal);
  return checked.ok ? { ...checked, sha256: given.sha256, sourceBytes: given.bytes } : checked;
}

async function checkModel(
  source: string,
  targetDir: string,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Checked | NotConverted> {
  await using file = await open(source, 'r');
  const { size } = await file.stat();
  if (size === 0) return no('not_ifc', 'the file has 0 bytes');
  if (size > maxBytes) return no('too_large', `${size} bytes, the limit is ${maxBytes}`);
  const head = checkHead(await readAt(file, Math.min(HEAD, size), 0), size <= HEAD);
  if (!head.ok) return head;
  const tailLength = Math.min(TAIL, size);
  const tail = await readAt(file, tailLength, size - tailLength);
  if (!hasEnd(tail.toString('latin1'))) return no('truncated', 'END-ISO-10303-21; is missing at the end');

  const hash = createHash('sha256');
  const utf8 = new Utf8Check();
  const brackets = new BracketDepth();
  for await (const piece of pieces(file, size, signal)) {
    hash.update(piece);
    utf8.push(piece);
    brackets.push(piece);
    if (brackets.tooDeep) return no('too_deep', `brackets nest deeper than ${DEEPEST}`);
  }
  const checked: Checked = {
    ok: true,
    path: source,
    bytes: size,
    sourceBytes: size,
    schema: head.schema,
    sha256: hash.digest('hex'),
    warnings: [],
  };
  if (utf8.end()) return checked;
  const copyPath = path.join(targetDir, UTF8_COPY);
  if (await transcode(file, size, copyPath, signal)) {
    checked.path = copyPath;
    checked.warnings.push({ code: 'transcoded', detail: 'GB18030' });
  } else {
    checked.warnings.push({ code: 'unknown_encoding', detail: '' });
  }
  return checked;
}
