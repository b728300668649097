import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import helmet from '@fastify/helmet';
import { CODES } from '@prdm/contract/codes';
import { DEFAULT_LANG } from '@prdm/locales';
import { AppError } from '../errors.ts';
import { maskUrl, type Log } from '../log.ts';
import { machineRefusal } from '../machine/refusals.ts';
import { langOf, translate } from '../translate.ts';
import { keepQuery, parseForm, parseJson, textOf } from './bodies.ts';
import { keepAddresses, trustOf, type TrustedProxies } from './proxies.ts';
import { announcedBytes, closeSilentBodies } from './silent-bodies.ts';

const BODY_LIMIT = 1024 * 1024;

/** Body limit without a session, in bytes. No public call needs a tenth of it. */
export const OPEN_BODY_LIMIT = 8 * 1024;
/**
 * Pause before an oversized body without a session is refused; nothing is read meanwhile. Without it, clients that retry at once would keep
 * the server busy with refusals. It also applies to an upload whose session has ended.
 */
const OVERSIZE_PAUSE_MS = 300;

const BODY_SILENCE_MS = 60_000;
/** Slightly longer than the idle timeout of proxies, so that the proxy closes first. */
const IDLE_MS = 63_000;

const CLOSING_GRACE_MS = 8_000;

/** The http server without routes: strict parsing, an envelope for every refusal, and only routes with an endpoint. */
export function buildServer(options: {
  log: Log;
  https: boolean;
  trustProxy: TrustedProxies;
  /** Hosts of other services that pages may use, by directive of the Content-Security-Policy. */
  sources?: {
    readonly script: readonly string[];
    readonly connect: readonly string[];
    readonly img: readonly string[];
  };
  bodySilenceMs?: number;
}): FastifyInstance {
  const app = Fastify({
    logger: false, // the hook below logs each call in one line, with masked secrets
    bodyLimit: BODY_LIMIT,
    trustProxy: trustOf(options.trustProxy),
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      querystringParser: keepQuery,
      ignoreTrailingSlash: false,
      maxParamLength: 500,
    },
    // An invalid address (%ff) never reaches a hook or the error handler.
    frameworkErrors: (_error, request, reply) =>
      refuseAddress(request as FastifyRequest, reply as unknown as FastifyReply),
    clientErrorHandler: refuseNoise,
    // The headers must arrive within 60 s. Bodies have a limit for each pause (below), not for the total time.
    keepAliveTimeout: IDLE_MS,
    http: { headersTimeout: 60_000, requestTimeout: 0 },
  });

  // For Node a connection that never sent a request is not idle, and would delay the stop. Running answers get a grace period.
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), CLOSING_GRACE_MS).unref();
    done();
  });
  // Must run before any code reads the client address. Upgrades and answers to unknown paths pass here too.
  if (options.trustProxy !== false)
    app.addHook('onRequest', (request, _reply, done) => {
      keepAddresses(request.raw.headers);
      done();
    });
  closeSilentBodies(app.server, options.bodySilenceMs ?? BODY_SILENCE_MS);
  noteMethods(app);
  app.decorate('servesFiles', false);
  app.decorateRequest('call');
  const { script = [], connect = [], img = [] } = options.sources ?? {};
  void app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...script],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...img],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'data:', 'blob:', ...connect],
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
  // A call without a body is an empty input, whatever its content type. Other content types with bytes are refused.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) done(null, {});
    else done(new AppError(CODES.failed, 'http.415', {}, { status: 415 }));
  });

  app.addHook('onRoute', (route) => {
    const isOther = app.servesFiles || route.config?.isProxy === true;
    const declared = route.url.startsWith('/apis') ? route.config?.endpoint !== undefined : isOther;
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
  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) => {
    const refusal = toAppError(error);
    if (!request.call?.session && announcedBytes(request.raw) > OPEN_BODY_LIMIT) await sleep(OVERSIZE_PAUSE_MS);
    const lang = langOf(request.headers['accept-language']);
    if (refusal.cause !== undefined || refusal.status >= 500)
      options.log.error({ err: refusal.cause ?? error, id: request.id, url: maskUrl(request.url) });
    if (reply.sent) return reply;
    return reply.status(refusal.status).send({
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

/** Answers bytes that are not HTTP. There is no request, so the language of the reader is unknown. */
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

/**
 * Converts every error into a refusal. Unreadable input answers 400, 413 or 415, a failure of the machine as machineRefusal() decides. All
 * other errors answer 500 without internal details.
 */
function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const ofMachine = machineRefusal(error);
  if (ofMachine) return ofMachine;
  const status = error.statusCode ?? 500;
  if (status === 413) return new AppError(CODES.failed, 'http.413', {}, { status });
  if (status === 415) return new AppError(CODES.failed, 'http.415', {}, { status });
  if (status >= 400 && status < 500) return new AppError(CODES.failed, 'http.400', {}, { status: 400 });
  return new AppError(CODES.failed, 'http.500', {}, { status: 500, cause: error });
}

/** Records the methods of every path, to distinguish a wrong method from an unknown path. */
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
  interface FastifyContextConfig {
    /** Passes requests on to another service. It stands outside /apis and checks its address by itself. */
    isProxy?: true;
  }
  interface FastifyInstance {
    methodsOf(path: string): Set<string> | undefined;
    /** True while the files of the web client are registered: the only routes outside /apis besides proxies. */
    servesFiles: boolean;
  }
}

/**
 * Handles unknown routes. Below /apis a wrong method answers 405, otherwise 404, both in the envelope. Elsewhere the page of the web client
 * is sent, whose router knows its own paths.
 */
export function closeApi(app: FastifyInstance, page: string | null): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [path = ''] = request.url.split('?', 1);
    const looks = request.method === 'GET' || request.method === 'HEAD'; // monitors check the page by HEAD
    if (page !== null && looks && !/^\/apis(\/|$)/i.test(path) && !/^\/assets\//.test(path)) {
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
    }
    const known = app.methodsOf(path);
    // A file that existed at the start and was removed still has a route: it answers 404, not 405.
    const status = known && !known.has(request.method) ? 405 : 404;
    const lang = langOf(request.headers['accept-language']);
    if (known && status === 405) void reply.header('allow', [...known].join(', '));
    return reply.status(status).send({
      code: status === 404 ? CODES.pageNotFound : CODES.failed,
      msg: translate(lang, `http.${status}`),
      data: null,
    });
  };
  // Runs before the body is read: without an endpoint there is no limit for the body of an unknown path.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined;
    const bytes = announcedBytes(request.raw);
    if (bytes > 0) void reply.header('connection', 'close');
    if (bytes > OPEN_BODY_LIMIT) await sleep(OVERSIZE_PAUSE_MS);
    return answer(request, reply);
  });
  app.setNotFoundHandler(answer);
}
