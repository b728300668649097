import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { ChineseCheck, Utf8Check } from './encoding.ts';
import { hasEnd, readHeader } from './step-header.ts';
import type { ConvertWarning, NotConverted } from './types.ts';

/** Small enough that hashing or decoding one piece holds up nobody: this runs in the server's own process. */
const PIECE = 256 * 1024;
const HEAD = 256 * 1024;
const TAIL = 4 * 1024;

/** Name, inside the target folder, of the copy in UTF-8; the caller deletes it after the conversion. */
export const UTF8_COPY = 'source.utf8.ifc.tmp';

export interface Checked {
  ok: true;
  /** What to convert: the source, or its copy in UTF-8. */
  path: string;
  /** Size of the source as given. */
  bytes: number;
  schema: string;
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

/** Says what a file is that does not begin as a STEP file. */
function foreign(head: Buffer): NotConverted {
  if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return no('zip', 'begins with the mark of a zip file');
  if (head[0] === 0x1f && head[1] === 0x8b) return no('zip', 'begins with the mark of a gzip file');
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

/** Writes the file again in UTF-8; false when it is not Chinese text in GB18030 after all. */
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
    // A fatal decoder throws TypeError at the first sequence GB18030 does not have.
    if (error instanceof TypeError) return false;
    throw error;
  }
  return chinese.likely;
}

/**
 * Looks at a file before a process is started for it: signature, schema, end mark, size, encoding. Reads it once, piece
 * by piece, and takes its SHA-256 on the way. A file in GB18030 (raw Chinese of older exporters) is written again as
 * UTF-8 beside the result, because web-ifc would turn its names into gibberish. Throws only AbortError and file errors.
 */
export async function preflight(
  source: string,
  targetDir: string,
  maxBytes: number,
  signal?: AbortSignal,
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
  for await (const piece of pieces(file, size, signal)) {
    hash.update(piece);
    utf8.push(piece);
  }
  const checked: Checked = {
    ok: true,
    path: source,
    bytes: size,
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
