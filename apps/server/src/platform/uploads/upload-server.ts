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
import { machineRefusal } from '../machine/refusals.ts';
import { translate } from '../translate.ts';
import { LOCKED, type LeaseLocker } from './lease-locker.ts';
import type { UploadFiles } from './upload-files.ts';

export interface UploadState {
  /** Size of the whole upload in bytes. */
  readonly size: number;
  /** All bytes have arrived, and the file has left the upload folder. */
  readonly complete: boolean;
}

/** The domain's decisions about uploads. This folder handles the protocol, the bytes and the locks. Refuse with AppError. */
export interface UploadRules<Call> {
  /** Checks a new upload and stores its record, or throws. No byte has been read yet. */
  begin(
    call: Call,
    upload: { id: string; size: number; metadata: Readonly<Record<string, string | null>> },
  ): Promise<void>;
  /** Returns an upload of this caller. A foreign upload throws like a missing one. */
  find(call: Call, id: string): Promise<UploadState>;
  /** The same without a check of the caller, for the protocol after it has the lock. */
  stateOf(id: string): Promise<UploadState | null>;
  /**
   * The number of bytes of the upload that may be on the disk, at least `wanted`. Throws when the upload is smaller, or when the disk has
   * no room for it.
   */
  allow(id: string, received: number, wanted: number): Promise<number>;
  /** A request that wrote bytes has ended or was interrupted. The size of the file is the number of bytes. */
  wrote(id: string): Promise<void>;
  /** The sender has cancelled the upload. */
  forget(id: string): Promise<void>;
  /** All bytes have arrived. May be called several times for one upload. The client gets the result as `data`. */
  finish(call: Call, id: string): Promise<unknown>;
}

/** Milliseconds for a writer to finish its current bytes after another request asks for the lease. */
const DRAIN_MS = 300;

/**
 * tus inside Fastify. Sign-in and rights are checked before this code runs. There is no GET: the tus server would send bytes without a
 * check.
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
      allowedOrigins: [], // the default of the tus server allows every origin
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
        return request.method === 'POST' ? answer : { ...answer, status_code: 200 }; // an answer 204 cannot have a body
      },
      onResponseError: (request, error) => this.#refusal(this.#callOf(request).lang, error),
    });
  }

  /** Prepares the encapsulated part of the http server for the upload routes. */
  prepare(app: FastifyInstance): void {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null)); // the tus server reads the body
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

  /** HEAD, PATCH and DELETE of an existing upload of the caller. */
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
    if (!call) throw new Error('an upload request without an authorised call');
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

/** The tus server writes the answer itself. The headers set by the hooks of the http server are copied to it. */
function takeOver(reply: FastifyReply): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
}

/** For a client that missed the end of its upload: the offset is the full size. A complete upload is never written or removed. */
async function answerComplete({ request, reply }: RawCall, size: number): Promise<void> {
  void reply.header('tus-resumable', '1.0.0').header('upload-offset', String(size)).header('cache-control', 'no-store');
  if (request.method === 'HEAD') await reply.header('upload-length', String(size)).status(200).send();
  else if (request.method === 'DELETE') throw tooLate();
  else if (request.headers['upload-offset'] !== String(size)) throw new AppError(...elsewhere, {}, { status: 409 });
  else if (await bringsBytes(request.raw)) throw new AppError(CODES.uploadLimit, 'codes.1015', {}, { status: 413 });
  else await reply.status(204).send();
}

/** Whether a request has a body with bytes. For an unknown length it waits for the first bytes. */
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

/** The refusal for cancelling an upload that is already a file. Its status makes no client retry. */
const tooLate = (): AppError => new AppError(CODES.wrongState, 'codes.1008', {}, { status: 410 });

/** The offset of the client is wrong. The client then requests the right offset, and continues there without loss. */
const elsewhere = [CODES.wrongState, 'http.409'] as const;

const ofStatus = (status: number): Pick<AppError, 'code' | 'key'> => {
  if (status === 413) return { code: CODES.uploadLimit, key: 'codes.1015' };
  if (status === 404 || status === 410) return { code: CODES.notFound, key: 'codes.1006' };
  if (status === 409) return { code: elsewhere[0], key: elsewhere[1] };
  return { code: CODES.uploadFailed, key: 'codes.1016' };
};

/** The status and envelope of an error. A full disk differs from other failures: the client must not retry. */
function refusalOf(error: unknown): { status: number } & Pick<AppError, 'code' | 'key' | 'details'> {
  const named = error instanceof AppError ? error : machineRefusal(error);
  if (named) return { code: named.code, key: named.key, details: named.details, status: transportStatus(named) };
  let status = 500;
  if (error === ERRORS.ABORTED) status = LOCKED.status_code;
  else if (typeof error === 'object' && error !== null && 'status_code' in error) status = Number(error.status_code);
  return { status, details: {}, ...ofStatus(status) };
}

/** Errors that the tus server defines: mistakes of a client, whatever status they have. */
const isOfProtocol = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status_code' in error && 'body' in error;

/** Extensions of the protocol that are not offered. The size must be known in advance (quota), and one upload is one file. */
const NOT_SPOKEN = ['upload-defer-length', 'upload-concat'] as const;

/**
 * Every answer of the tus server gets the envelope, in the language of the caller. The English message of the protocol becomes the reason.
 */
class EnvelopeServer extends Server {
  readonly #lang = new AsyncLocalStorage<Lang>();

  handleFor(lang: Lang, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    return this.#lang.run(lang, () => this.handle(request, response));
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
    const msg = translate(this.#lang.getStore() ?? DEFAULT_LANG, key);
    return JSON.stringify({ code: refused ? CODES.failed : CODES.ok, msg, data: refused ? { reason } : null });
  }
}

type StoreRules = Pick<UploadRules<never>, 'stateOf' | 'allow' | 'wrote' | 'forget'>;

/** Sizes come from the records of the domain, offsets from the disk. A third source could contradict them. */
class RegisteredStore extends DataStore {
  readonly #files: UploadFiles;
  readonly #rules: StoreRules;

  constructor(files: UploadFiles, rules: StoreRules) {
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
      return await this.#files.write(source, id, offset, (received, wanted) => this.#rules.allow(id, received, wanted));
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
    // The upload was completed while the request waited for the lock. It is a file now, and is deleted like other files.
    if ((await this.#rules.stateOf(id))?.complete) throw tooLate();
    await this.#files.remove(id);
    await this.#rules.forget(id);
  }
}
