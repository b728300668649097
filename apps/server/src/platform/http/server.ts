import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import helmet from '@fastify/helmet';
import { CODES } from '@prdm/contract/codes';
import { DEFAULT_LANG } from '@prdm/locales';
import { isOutage } from '../db.ts';
import { AppError } from '../errors.ts';
import { maskUrl, type Log } from '../log.ts';
import { langOf, translate } from '../translate.ts';
import { keepQuery, parseForm, parseJson, textOf } from './bodies.ts';
import { closeSilentBodies } from './silent-bodies.ts';

const BODY_LIMIT = 1024 * 1024;

const BODY_SILENCE_MS = 60_000;
/** A little longer than proxies keep theirs, so that they are the ones to close. */
const IDLE_MS = 63_000;

const CLOSING_GRACE_MS = 8_000;

/** The bare http server: strict parsing, envelope for every refusal, no route that declares no endpoint. */
export function buildServer(options: {
  log: Log;
  https: boolean;
  trustProxy: boolean;
  bodySilenceMs?: number;
}): FastifyInstance {
  const app = Fastify({
    logger: false, // one line a call is written below, with secrets masked
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      querystringParser: keepQuery,
      ignoreTrailingSlash: false,
      maxParamLength: 500,
    },
    // An address that is none (%ff) never reaches a hook or the error handler.
    frameworkErrors: (_error, request, reply) =>
      refuseAddress(request as FastifyRequest, reply as unknown as FastifyReply),
    clientErrorHandler: refuseNoise,
    // A request must have sent its headers in 60 s; bodies are bounded by their pauses (below), not by total time.
    keepAliveTimeout: IDLE_MS,
    http: { headersTimeout: 60_000, requestTimeout: 0 },
  });

  // A connection that never sent a request is not idle for Node and would hold the stop open; answers under way get a while.
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), CLOSING_GRACE_MS).unref();
    done();
  });
  closeSilentBodies(app.server, options.bodySilenceMs ?? BODY_SILENCE_MS);
  noteMethods(app);
  app.decorate('servesFiles', false);
  app.decorateRequest('call');
  void app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseForm(textOf(body as Buffer)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const text = textOf(body as Buffer);
      done(null, text.trim() === '' ? {} : parseJson(text));
    } catch (error) {
      done(error as Error);
    }
  });
  // A call with no body at all is an empty input whatever type it names; bytes of another type cannot be read.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {});
    else done(new AppError(CODES.failed, 'http.415', {}, { status: 415 }));
  });

  app.addHook('onRoute', (route) => {
    const declared = route.url.startsWith('/apis') ? route.config?.endpoint !== undefined : app.servesFiles;
    if (!declared) throw new Error(`route ${String(route.method)} ${route.url} declares no endpoint`);
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    if (request.url.startsWith('/apis') && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!request.url.startsWith('/apis')) return;
    options.log.info({
      id: request.id,
      method: request.method,
      url: maskUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.call?.session?.userId,
    });
  });
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const refusal = toAppError(error);
    const lang = langOf(request.headers['accept-language']);
    if (refusal.cause !== undefined || refusal.status >= 500)
      options.log.error({ err: refusal.cause ?? error, id: request.id, url: maskUrl(request.url) });
    if (reply.sent) return;
    void reply.status(refusal.status).send({
      code: refusal.code,
      msg: translate(lang, refusal.key, refusal.details.params ?? {}),
      data:
        refusal.status >= 500
          ? { request_id: request.id }
          : Object.keys(refusal.details).length > 0
            ? refusal.details
            : null,
    });
  });
  return app;
}

function refuseAddress(request: FastifyRequest, reply: FastifyReply): void {
  const lang = langOf(request.headers['accept-language']);
  void reply
    .status(400)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send({ code: CODES.failed, msg: translate(lang, 'http.400'), data: null });
}

const NOISE = JSON.stringify({ code: CODES.failed, msg: translate(DEFAULT_LANG, 'http.400'), data: null });

/** Bytes that are no HTTP at all: no request was made of them, so nothing is known of who reads the answer. */
function refuseNoise(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const head = [
    `HTTP/1.1 ${status}`,
    `Content-Length: ${Buffer.byteLength(NOISE)}`,
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${NOISE}`);
  socket.destroy(error);
}

/** Everything that is not a named refusal becomes one: what cannot be read 400/413/415, a database that is away 503, the rest 500 without a word of the inside. */
function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (isOutage(error)) return new AppError(CODES.failed, 'http.503', {}, { status: 503, cause: error });
  const status = error.statusCode ?? 500;
  if (status === 413) return new AppError(CODES.failed, 'http.413', {}, { status });
  if (status === 415) return new AppError(CODES.failed, 'http.415', {}, { status });
  if (status >= 400 && status < 500) return new AppError(CODES.failed, 'http.400', {}, { status: 400 });
  return new AppError(CODES.failed, 'http.500', {}, { status: 500, cause: error });
}

/** Where every path's methods are noted, so that a wrong method is told from an unknown path. */
function noteMethods(app: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();
  app.decorate('methodsOf', (path: string) => methods.get(path));
  app.addHook('onRoute', (route) => {
    const known = methods.get(route.url) ?? new Set<string>();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    methodsOf(path: string): Set<string> | undefined;
    /** True while the files of the web client are being routed: the only routes outside /apis. */
    servesFiles: boolean;
  }
}

/**
 * What no route answers: below /apis 405 where only the method is wrong, else 404, both in the envelope; elsewhere the page
 * of the web client, whose router knows its own addresses.
 */
export function closeApi(app: FastifyInstance, page: string | null): void {
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const looks = request.method === 'GET' || request.method === 'HEAD'; // monitors ask by HEAD whether the page is there
    if (page !== null && looks && !/^\/apis(\/|$)/i.test(path) && !/^\/assets\//.test(path)) {
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    }
    const known = app.methodsOf(path);
    // A file that was there at the start and is not any more has a route of its own; it is missing, not asked for wrongly.
    const status = known && !known.has(request.method) ? 405 : 404;
    const lang = langOf(request.headers['accept-language']);
    if (known && status === 405) void reply.header('allow', [...known].join(', '));
    return reply.status(status).send({
      code: status === 404 ? CODES.pageNotFound : CODES.failed,
      msg: translate(lang, `http.${status}`),
      data: null,
    });
  });
}
