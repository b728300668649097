import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import type { Endpoint } from '@prdm/contract/kit';
import { problemOf } from '@prdm/contract/problems';
import { AppError, fail } from '../errors.ts';
import { queryOf } from './bodies.ts';
import type { Log } from '../log.ts';
import { langOf, translate } from '../translate.ts';
import { contextOf, type CallContext, type CallState, type RawCall, type Session } from './call-context.ts';
import { authorise, holdsNodesAnywhere, type SubjectKinds } from './subjects.ts';

/** How the platform learns who calls. Made by app.ts from the modules that know. */
export interface Gate {
  /** The living session of a token with the person's rights, or null. A replacement token goes out in the `authorization` header. */
  sessionOf(
    token: string,
    call: { ip: string; agent: string; mayRotate: boolean },
  ): Promise<{ session: Session; principal: Principal; replacement: string | null } | null>;
  /** Whether a session that was let in before still lives; asking does not prolong it. */
  isAlive(session: Session): Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    call: CallState;
  }
}

export type Handler<I extends z.ZodType, O extends z.ZodType> = (
  input: z.output<I>,
  context: CallContext,
) => Promise<z.input<O>>;
export type RawHandler<I extends z.ZodType> = (input: z.output<I>, context: CallContext, raw: RawCall) => Promise<void>;

export interface Mounting {
  readonly app: FastifyInstance;
  readonly gate: Gate;
  readonly kinds: SubjectKinds;
  readonly log: Log;
  readonly mounted: Set<Endpoint>;
  /** Tests only: hears of every call that passed all gates, and may stop it there by throwing. */
  readonly passed?: (endpoint: Endpoint) => void;
}

/** Calls that a person with a generated password may still make: nothing else opens before it is changed. */
const OPEN_BEFORE_CHANGE = new Set([
  '/apis/pub/info',
  '/apis/pub/logout',
  '/apis/pub/pwd',
  '/apis/user/setting',
  '/apis/pub/check',
]);

/**
 * Puts an endpoint on the wire. Order: sign-in (before any body is read), has the node at all, shape, loads and judges
 * every id, handler, answer stripped to its declared shape. A denied call has had no effect, because nothing ran.
 */
export function mount<I extends z.ZodType, O extends z.ZodType>(
  mounting: Mounting,
  endpoint: Endpoint<I, O>,
  handler: Handler<I, O>,
): void {
  route(mounting, endpoint, async (request, reply, context) => {
    const data = await handler(request.call.input as z.output<I>, context);
    const answer = endpoint.output.parse(data);
    return reply.send({ code: CODES.ok, msg: translate(context.lang, 'codes.0'), data: answer });
  });
}

/** For calls whose bytes are not an envelope (uploads, downloads): same gate, the handler answers by itself. */
export function mountRaw<I extends z.ZodType>(
  mounting: Mounting,
  endpoint: Endpoint<I>,
  handler: RawHandler<I>,
  app?: FastifyInstance,
): void {
  route(app ? { ...mounting, app } : mounting, endpoint, async (request, reply, context) => {
    await handler(request.call.input as z.output<I>, context, { request, reply });
    return reply;
  });
}

function route(
  { app, gate, kinds, log, mounted, passed }: Mounting,
  endpoint: Endpoint,
  answer: (request: FastifyRequest, reply: FastifyReply, context: CallContext) => Promise<FastifyReply>,
): void {
  if (mounted.has(endpoint)) throw new Error(`${endpoint.path} is mounted twice`);
  mounted.add(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    onRequest: async (request, reply) => {
      request.call = {
        token: tokenOf(request, endpoint),
        session: null,
        principal: null,
        input: undefined,
        authorised: null,
      };
      if (endpoint.access === 'public') return;
      await signIn(request, reply, endpoint, gate);
    },
    preValidation: async (request) => {
      const { principal } = request.call;
      if (principal && !holdsNodesAnywhere(principal, endpoint)) throw fail.denied(endpoint.page === true);
      request.call.input = parseInput(endpoint, request);
    },
    preHandler: async (request) => {
      const { principal, input } = request.call;
      if (principal) request.call.authorised = await authorise(endpoint, input, principal, kinds);
      passed?.(endpoint);
    },
    handler: async (request, reply) => {
      const context = contextOf(request.call, {
        lang: langOf(request.headers['accept-language']),
        ip: request.ip,
        agent: (request.headers['user-agent'] ?? '').slice(0, 200),
        requestId: request.id,
        log,
      });
      return answer(request, reply, context);
    },
  });
}

async function signIn(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, gate: Gate): Promise<void> {
  const { token } = request.call;
  const known =
    token === ''
      ? null
      : await gate.sessionOf(token, {
          ip: request.ip,
          agent: request.headers['user-agent'] ?? '',
          mayRotate: endpoint.transport === 'form',
        });
  if (!known) throw fail.sessionEnded();
  if (known.session.mustChange && !OPEN_BEFORE_CHANGE.has(endpoint.path))
    throw fail.of(CODES.denied, 'identity.mustChange', { must_change: true });
  if (known.replacement) void reply.header('authorization', known.replacement);
  request.call.session = known.session;
  request.call.principal = known.principal;
}

/** The token travels in X-token; in the query only where the specification says so, and there the header wins. */
function tokenOf(request: FastifyRequest, endpoint: Endpoint): string {
  const header = request.headers['x-token'];
  if (typeof header === 'string' && header !== '') return header;
  if (endpoint.inputFrom !== 'query') return '';
  const { token } = queryOf(request);
  return typeof token === 'string' ? token : '';
}

function parseInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  const query = queryOf(request);
  const fromQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query' || endpoint.transport !== 'form';
  // What stands in the wrong place is refused like a field nobody knows, not passed over.
  const elsewhere = fromQuery ? (endpoint.transport === 'form' ? request.body : null) : query;
  const stray = Object.keys(elsewhere ?? {})[0];
  if (stray !== undefined) throw fail.invalid(stray, 'validation.unknownField', { field: stray });
  const given = fromQuery ? query : (request.body ?? {});
  const parsed = endpoint.input.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { field, key, params } = problemOf(parsed.error);
  throw new AppError(CODES.invalid, key, { field, params });
}
