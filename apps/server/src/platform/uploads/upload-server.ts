import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import { CODES } from '@prdm/contract/codes';
import { DEFAULT_LANG, type Lang } from '@prdm/locales';
import { AppError, fail } from '../errors.ts';
import type { RawCall } from '../http/call-context.ts';
import { transportStatus, withTransportStatus } from '../http/transport-status.ts';
import type { Log } from '../log.ts';
import { translate } from '../translate.ts';
import { LOCKED, type LeaseLocker } from './lease-locker.ts';
import type { UploadFiles } from './upload-files.ts';

export interface UploadState {
  /** Bytes in all. */
  readonly size: number;
  /** All have come and have left the upload folder. */
  readonly complete: boolean;
}

/** What the domain decides about uploads; the protocol, the bytes and the locks are this folder's business. Refuse by AppError. */
export interface UploadRules<Call> {
  /** A new upload is asked for: judge it and keep its record, or throw. No byte has been read yet. */
  begin(
    call: Call,
    upload: { id: string; size: number; metadata: Readonly<Record<string, string | null>> },
  ): Promise<void>;
  /** An upload of this caller, or throw as for one that does not exist. */
  find(call: Call, id: string): Promise<UploadState>;
  /** The same without a question, for the protocol's own look behind the lock. */
  stateOf(id: string): Promise<UploadState | null>;
  /** Bytes were written, how many the disk tells: a request has ended or broken off. */
  wrote(id: string): Promise<void>;
  /** Cancelled by its sender. */
  forget(id: string): Promise<void>;
  /** All bytes are there. May be called any number of times for one upload; the answer goes to the client as `data`. */
  finish(call: Call, id: string): Promise<unknown>;
}

/** A writer that has been asked to give way may finish what is in flight. */
const DRAIN_MS = 300;

/**
 * tus inside Fastify. Sign-in and rights have been judged before any of this runs. There is no GET: the protocol's server
 * would hand out bytes without a question.
 */
export class UploadServer<Call extends { readonly lang: Lang }> {
  readonly #tus: EnvelopeServer;
  readonly #rules: UploadRules<Call>;
  readonly #locker: LeaseLocker;
  readonly #calls = new WeakMap<IncomingMessage, Call>();
  readonly #log: Log;

  constructor(parts: {
    path: string;
    maxBytes: number;
    rules: UploadRules<Call>;
    files: UploadFiles;
    locker: LeaseLocker;
    log: Log;
  }) {
    this.#rules = parts.rules;
    this.#locker = parts.locker;
    this.#log = parts.log;
    this.#tus = new EnvelopeServer({
      path: parts.path,
      maxSize: parts.maxBytes,
      datastore: new RegisteredStore(parts.files, parts.rules),
      locker: parts.locker,
      lockDrainTimeout: DRAIN_MS,
      allowedOrigins: [], // the protocol's default opens every answer to every origin
      generateUrl: (request, { path, id }) => `${path}/${id}${new URL(request.url).search}`,
      getFileIdFromRequest: (request) => idIn(new URL(request.url).pathname),
      onUploadCreate: async (request, upload) => {
        const metadata = upload.metadata ?? {};
        await this.#rules.begin(this.#callOf(request), { id: upload.id, size: upload.size ?? 0, metadata });
        return {};
      },
      onUploadFinish: async (request, upload) => {
        const call = this.#callOf(request);
        const data = await this.#rules.finish(call, upload.id);
        const answer = {
          headers: { 'Content-Type': 'application/json; charset=utf-8' },
          body: JSON.stringify({ code: CODES.ok, msg: translate(call.lang, 'codes.0'), data }),
        };
        return request.method === 'POST' ? answer : { ...answer, status_code: 200 }; // 204 cannot carry it
      },
      onResponseError: (request, error) => this.#refusal(this.#callOf(request).lang, error),
    });
  }

  /** Prepares the encapsulated part of the http server in which the upload routes are mounted. */
  prepare(app: FastifyInstance): void {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null)); // the body is the protocol's to read
    app.setErrorHandler((error) => {
      throw withTransportStatus(error);
    });
    app.addHook('preClose', (done) => {
      this.#locker.releaseAll();
      done();
    });
  }

  async create(call: Call, raw: RawCall): Promise<void> {
    const stranger = NOT_SPOKEN.find((header) => raw.request.headers[header] !== undefined);
    if (stranger !== undefined)
      throw new AppError(CODES.invalid, 'validation.unknownField', { field: stranger, params: { field: stranger } });
    await this.#relay(call, raw);
  }

  /** HEAD, PATCH and DELETE of an upload that exists and is the caller's. */
  async continue(call: Call, raw: RawCall): Promise<void> {
    const id = idIn(raw.request.url.split('?', 1)[0] ?? '');
    if (id === undefined) throw fail.notFound();
    const known = await this.#rules.find(call, id);
    if (known.complete) await answerComplete(raw, known.size);
    else await this.#relay(call, raw);
  }

  async #relay(call: Call, { request, reply }: RawCall): Promise<void> {
    this.#calls.set(request.raw, call);
    takeOver(reply);
    try {
      await this.#tus.handleFor(call.lang, request.raw, reply.raw);
    } catch (error) {
      this.#log.error({ err: error, id: request.id }, 'an upload request broke off');
      reply.raw.destroy();
    }
  }

  #callOf(request: { runtime?: { node?: { req: unknown } } }): Call {
    const call = this.#calls.get(request.runtime?.node?.req as IncomingMessage);
    if (!call) throw new Error('an upload request that nobody let in');
    return call;
  }

  #refusal(lang: Lang, error: unknown): { status_code: number; body: string } {
    const known = refusalOf(error);
    if (known.status >= 500 && known.status !== 507 && !isOfProtocol(error))
      this.#log.error({ err: error }, 'an upload failed');
    const data = Object.keys(known.details).length > 0 ? known.details : null;
    const body = { code: known.code, msg: translate(lang, known.key, known.details.params ?? {}), data };
    return { status_code: known.status, body: JSON.stringify(body) };
  }
}

const idIn = (path: string): string | undefined => /\/([0-9a-f]{32})$/.exec(path)?.[1];

/** The protocol writes the answer itself; what the server's hooks have put into the reply's headers goes with it. */
function takeOver(reply: FastifyReply): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
}

/** For a client that did not hear that it was done: asked again, the upload stands at its end. It is never written to or removed. */
async function answerComplete({ request, reply }: RawCall, size: number): Promise<void> {
  void reply.header('tus-resumable', '1.0.0').header('upload-offset', String(size)).header('cache-control', 'no-store');
  if (request.method === 'HEAD') await reply.header('upload-length', String(size)).status(200).send();
  else if (request.method === 'DELETE') throw tooLate();
  else if (request.headers['upload-offset'] !== String(size)) throw new AppError(...elsewhere, {}, { status: 409 });
  else if (await bringsBytes(request.raw)) throw new AppError(CODES.uploadLimit, 'codes.1015', {}, { status: 413 });
  else await reply.status(204).send();
}

/** Whether a request has a body with anything in it; one of unknown length is asked for its first bytes. */
function bringsBytes(request: IncomingMessage): Promise<boolean> {
  const length = request.headers['content-length'];
  if (length !== undefined || request.headers['transfer-encoding'] === undefined)
    return Promise.resolve(Number(length ?? 0) > 0);
  return new Promise((resolve) => {
    request.once('data', () => resolve(true));
    request.once('close', () => resolve(false));
    request.once('end', () => resolve(false));
  });
}

/** Who cancels an upload that has become a file is told so, in a way no client tries again after. */
const tooLate = (): AppError => new AppError(CODES.wrongState, 'codes.1008', {}, { status: 410 });

/** The bytes are not where the sender believes them: whoever asks where the upload stands goes on from there and loses nothing. */
const elsewhere = [CODES.wrongState, 'http.409'] as const;

const ofStatus = (status: number): Pick<AppError, 'code' | 'key'> => {
  if (status === 413) return { code: CODES.uploadLimit, key: 'codes.1015' };
  if (status === 404 || status === 410) return { code: CODES.notFound, key: 'codes.1006' };
  if (status === 409) return { code: elsewhere[0], key: elsewhere[1] };
  if (status === 507) return { code: CODES.uploadFailed, key: 'http.507' };
  return { code: CODES.uploadFailed, key: 'codes.1016' };
};

/** Whatever went wrong, as status and envelope. A full disk is told apart from a broken one: the client must not try again. */
function refusalOf(error: unknown): { status: number } & Pick<AppError, 'code' | 'key' | 'details'> {
  if (error instanceof AppError) {
    const { code, key, details } = error;
    return { code, key, details, status: transportStatus(error) };
  }
  let status = 500;
  if (error === ERRORS.ABORTED) status = LOCKED.status_code;
  else if (typeof error === 'object' && error !== null) {
    if ('status_code' in error) status = Number(error.status_code);
    else if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) status = 507;
  }
  return { status, details: {}, ...ofStatus(status) };
}

/** Errors the protocol's own server knows by name: a client's mistake, whatever number they carry. */
const isOfProtocol = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status_code' in error && 'body' in error;

/** Parts of the protocol that are not offered: a size must be known before a byte is taken (quota), and one upload is one file. */
const NOT_SPOKEN = ['upload-defer-length', 'upload-concat'] as const;

/** Every answer of the protocol wears the envelope, in the language of who asked; what it says in English goes along as the reason. */
class EnvelopeServer extends Server {
  readonly #asking = new AsyncLocalStorage<Lang>();

  handleFor(lang: Lang, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    return this.#asking.run(lang, () => this.handle(request, response));
  }

  override write(...[context, headers, status, body = '']: Parameters<Server['write']>): ReturnType<Server['write']> {
    headers.set('Content-Type', 'application/json; charset=utf-8');
    return super.write(context, headers, status, body.startsWith('{') ? body : this.#envelope(status, body.trim()));
  }

  #envelope(status: number, reason: string): string {
    const refused = status >= 400;
    const key = !refused
      ? 'codes.0'
      : status < 500 && ofStatus(status).code === CODES.uploadFailed
        ? 'http.400'
        : ofStatus(status).key;
    const msg = translate(this.#asking.getStore() ?? DEFAULT_LANG, key);
    return JSON.stringify({ code: refused ? CODES.failed : CODES.ok, msg, data: refused ? { reason } : null });
  }
}

/** Sizes come from the domain's records, offsets from the disk, so there is no third place that could tell another story. */
class RegisteredStore extends DataStore {
  readonly #files: UploadFiles;
  readonly #rules: Pick<UploadRules<never>, 'stateOf' | 'wrote' | 'forget'>;

  constructor(files: UploadFiles, rules: Pick<UploadRules<never>, 'stateOf' | 'wrote' | 'forget'>) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
    this.#files = files;
    this.#rules = rules;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#files.create(upload.id);
    return upload;
  }

  override async write(source: Readable, id: string, offset: number): Promise<number> {
    try {
      return await this.#files.write(source, id, offset);
    } finally {
      await this.#rules.wrote(id);
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const [state, offset] = [await this.#rules.stateOf(id), await this.#files.received(id)];
    if (!state) throw ERRORS.FILE_NOT_FOUND;
    if (state.complete) return new Upload({ id, size: state.size, offset: state.size });
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({ id, size: state.size, offset });
  }

  override async remove(id: string): Promise<void> {
    // Finished while the request waited for its turn: the file is there and is deleted as files are.
    if ((await this.#rules.stateOf(id))?.complete) throw tooLate();
    await this.#files.remove(id);
    await this.#rules.forget(id);
  }
}
