import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FastifyInstance } from 'fastify';
import { CODES } from '@prdm/contract/codes';
import { AppError, fail } from '../errors.ts';
import type { RawCall } from '../http/call-context.ts';

/** The file of a form, with the name that the sender gave it. */
export interface SentFile {
  readonly name: string;
  readonly bytes: Readable;
}

const FIELD_BYTES = 1000;
const DRAIN_BYTES = 4 * 1024 * 1024;
const unreadable = (): AppError => new AppError(CODES.failed, 'http.400', {}, { status: 400 });

/** Prepares the encapsulated part of the http server for form calls: the handler reads the body, after every check. */
export function prepareForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/**
 * Reads multipart/form-data with exactly one file in the part `file` and the named text parts. `take` gets the bytes as a stream and must
 * read it to the end. Other parts are refused; a file above `maxBytes` throws 1015. When this function throws, `take` has ended too, so the
 * caller can remove its files.
 */
export async function readForm(
  { request, reply }: RawCall,
  input: { maxBytes: number; texts?: readonly string[] },
  take: (file: SentFile) => Promise<void>,
): Promise<Record<string, string>> {
  const form = parserFor(request.raw, input.maxBytes);
  const texts: Record<string, string> = {};
  const file: { bytes: BusboyFileStream | null; taken: Promise<void> | null } = { bytes: null, taken: null };

  try {
    await new Promise<void>((resolve, reject) => {
      form.on('file', (field, bytes, name) => {
        bytes.on('error', () => undefined); // the reader gets it too; without a listener the program would end
        if (field !== 'file' || file.taken !== null) {
          bytes.resume();
          reject(
            fail.invalid(field, file.taken === null ? 'validation.unknownField' : 'validation.duplicate', { field }),
          );
          return;
        }
        file.bytes = bytes;
        // A file that is cut at the limit would look complete.
        bytes.on('limit', () => reject(fail.of(CODES.uploadLimit, 'codes.1015')));
        file.taken = take({ name: name ?? '', bytes });
        file.taken.catch(reject);
      });
      form.on('field', (field, value, _nameCut, cut) => {
        if (!input.texts?.includes(field)) reject(fail.invalid(field, 'validation.unknownField', { field }));
        else if (field in texts) reject(fail.invalid(field, 'validation.duplicate'));
        else if (cut) reject(fail.invalid(field, 'validation.tooLong', { n: FIELD_BYTES }));
        else texts[field] = value;
      });
      for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
        form.on(limit, () => reject(unreadable()));
      form.on('error', () => reject(unreadable()));
      form.on('finish', () => resolve());
      request.raw.once('error', () => reject(unreadable()));
      request.raw.once('close', () => hasEnded(request.raw) || reject(unreadable())); // the client disconnected
      request.raw.pipe(form);
    });
    if (file.taken === null) throw fail.invalid('file', 'validation.required');
    await file.taken;
    return texts;
  } catch (error) {
    request.raw.unpipe(form);
    file.bytes?.destroy(unreadable());
    await file.taken?.catch(() => undefined); // its failure is the thrown error or a result of it
    if (!(await drained(request.raw))) void reply.header('connection', 'close');
    throw error;
  }
}

/** Whether the whole body has arrived. */
const hasEnded = (request: IncomingMessage): boolean => request.complete || request.readableEnded;

/** Reads some more bytes. If the connection closes while the client still sends, the client loses the refusal before it can read it. */
function drained(request: IncomingMessage): Promise<boolean> {
  if (hasEnded(request) || request.destroyed) return Promise.resolve(hasEnded(request));
  return new Promise((resolve) => {
    let seen = 0;
    const done = (complete: boolean): void => {
      request.off('data', count);
      resolve(complete);
    };
    const count = (chunk: Buffer): void => {
      seen += chunk.length;
      if (seen > DRAIN_BYTES) done(false);
    };
    request.on('data', count);
    request.once('end', () => done(true));
    request.once('close', () => done(false));
    request.resume();
  });
}

function parserFor(request: IncomingMessage, fileSize: number) {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError(CODES.failed, 'http.415', {}, { status: 415 });
  try {
    return new Busboy({
      headers: { 'content-type': type },
      preservePath: true, // the name is checked as sent; its last part alone would be a different name
      limits: {
        fileSize,
        files: 2,
        fields: 10,
        parts: 12,
        fieldNameSize: 100,
        fieldSize: FIELD_BYTES,
        headerPairs: 20,
      },
    });
  } catch {
    throw unreadable(); // the boundary is missing
  }
}
