import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Principal } from '@prdm/access';
import { CODES } from '@prdm/contract/codes';
import { withoutIds, type Endpoint, type WithoutIds } from '@prdm/contract/kit';
import { isSsoToken } from '@prdm/contract/identity/sso-token';
import { problemOf } from '@prdm/contract/kit/problems';
import { AppError, fail } from '../errors.ts';
import { queryOf } from './bodies.ts';
import { OPEN_BODY_LIMIT } from './server.ts';
import type { Log } from '../log.ts';
import { answerMask, comparisonJudge } from '../money/masks.ts';
import { keyIn } from '../repeats/repeat-key.ts';
import type { RepeatedCall, Repeats } from '../repeats/repeated-call.ts';
import { langOf, translate } from '../translate.ts';
import { contextOf, type Call, type CallState, type RawCall, type Session } from './call-context.ts';
import { authorise, holdsNodesAnywhere, refPathsOf, type SubjectKinds } from './subjects.ts';
import { keyInData } from '@prdm/locales/text-key';

/** Identifies the caller. app.ts creates it from the modules that know sessions and rights. */
export interface Gate {
  /** Single sign-on is on: a token may come as `Authorization: Bearer`. */
  readonly acceptsBearer?: boolean;
  /** The valid session of a token with the rights of its user, or null. A replacement token is sent in the `authorization` header. */
  sessionOf(
    token: string,
    call: { ip: string; agent: string; mayRotate: boolean },
  ): Promise<{ session: Session; principal: Principal; replacement: string | null } | null>;
  /** Whether a session that was accepted before is still valid. Does not prolong it. */
  isAlive(session: Session): Promise<boolean>;
  /** The present rights of the user of a session, or null when the session has ended. Does not prolong it. */
  principalNow(session: Session): Promise<Principal | null>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    call: CallState;
  }
}

/** A handler gets the input without its ids. It reads the authorised records from the context. */
export type Handler<I extends z.ZodType, O extends z.ZodType> = (
  input: WithoutIds<z.output<I>>,
  context: Call<z.output<I>>,
) => Promise<z.input<O>>;
export type RawHandler<I extends z.ZodType> = (
  input: WithoutIds<z.output<I>>,
  context: Call<z.output<I>>,
  raw: RawCall,
) => Promise<void>;

export interface Mounting {
  readonly app: FastifyInstance;
  readonly gate: Gate;
  readonly kinds: SubjectKinds;
  readonly log: Log;
  readonly repeats: Repeats;
  readonly mounted: Set<Endpoint>;
  /** For tests: runs for every call that passed all checks, and stops the call by throwing. */
  readonly passed?: (endpoint: Endpoint) => void;
}

/** Calls that a user with a generated password may still make before the change. */
const OPEN_BEFORE_CHANGE = new Set([
  '/apis/pub/info',
  '/apis/pub/logout',
  '/apis/pub/pwd',
  '/apis/user/setting',
  '/apis/pub/check',
]);

/**
 * Registers an endpoint. The order is: sign-in (before the body is read), nodes held anywhere, shape, stored answer of a
 * repeat, load and check of every id, handler, and output reduced to its declared shape. A denied call has no effect, because the handler has not run.
 */
export function mount<I extends z.ZodType, O extends z.ZodType>(
  mounting: Mounting,
  endpoint: Endpoint<I, O>,
  handler: Handler<I, O>,
): void {
  const mask = answerMask(endpoint);
  route(mounting, endpoint, async (input, context, { request, reply }) => {
    const run = async () => {
      const answer = await handler(input as WithoutIds<z.output<I>>, context as unknown as Call<z.output<I>>);
      return endpoint.output.parse(mask(answer, request.call.principal));
    };
    const data = await runOnce(request.call, run);
    return reply.send({ code: CODES.ok, msg: translate(context.lang, 'codes.0'), data });
  });
}

/** For calls without an envelope (uploads, downloads): the same checks, but the handler sends the answer itself. */
export function mountRaw<I extends z.ZodType>(
  mounting: Mounting,
  endpoint: Endpoint<I>,
  handler: RawHandler<I>,
  app?: FastifyInstance,
): void {
  route(app ? { ...mounting, app } : mounting, endpoint, async (input, context, raw) => {
    await handler(input as WithoutIds<z.output<I>>, context as unknown as Call<z.output<I>>, raw);
    return raw.reply;
  });
}

function route(
  { app, gate, kinds, log, repeats, mounted, passed }: Mounting,
  endpoint: Endpoint,
  answer: (input: unknown, context: Call<never>, raw: RawCall) => Promise<FastifyReply>,
): void {
  if (mounted.has(endpoint)) throw new Error(`${endpoint.path} is mounted twice`);
  mounted.add(endpoint);
  const refs = refPathsOf(endpoint);
  const judge = comparisonJudge(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...(endpoint.access === 'public' ? { bodyLimit: OPEN_BODY_LIMIT } : {}),
    onRequest: async (request, reply) => {
      request.call = {
        token: tokenOf(request, endpoint, gate),
        session: null,
        principal: null,
        input: undefined,
        authorised: null,
        repeat: null,
        isBodyLate: false,
      };
      if (endpoint.access === 'public') return;
      await signIn(request, reply, endpoint, gate);
    },
    preValidation: async (request) => {
      if (request.call.isBodyLate) await readRightsAgain(request.call, gate);
      const { principal } = request.call;
      if (principal && !holdsNodesAnywhere(principal, endpoint)) throw fail.denied(endpoint.page === true);
      request.call.input = parseInput(endpoint, request);
      judge(request.call.input, principal);
      request.call.repeat = await repeatOf(endpoint, request, repeats);
    },
    preHandler: async (request) => {
      const { principal, input, repeat } = request.call;
      try {
        if (principal) Object.assign(request.call, await authorise(endpoint, input, principal, kinds));
      } catch (refusal) {
        if (!principal || !(await repeat?.explains(refusal, principal))) throw refusal;
      }
      passed?.(endpoint);
    },
    handler: async (request, reply) => {
      const base = {
        lang: langOf(request.headers['accept-language']),
        ip: request.ip,
        agent: (request.headers['user-agent'] ?? '').slice(0, 200),
        requestId: request.id,
        log,
        judgeAgain: () => judgeAgain(request.call, endpoint, gate),
      };
      // Removes the ids, so that an input spread into a service contains none.
      return answer(withoutIds(request.call.input, refs), contextOf(request.call, base, refs), { request, reply });
    },
  });
}

/**
 * The commit of an upload answers its repeat itself (`files.md`). It moves bytes on disk between its transactions, so
 * they must not wait for one common commit.
 */
const REPEATS_ITSELF = new Set(['/apis/upload/commit']);

/** The key of a call that changes something, with the stored answer if this is a repeat. */
async function repeatOf(endpoint: Endpoint, request: FastifyRequest, repeats: Repeats): Promise<RepeatedCall | null> {
  const { session, input } = request.call;
  if (endpoint.method !== 'POST' || endpoint.transport !== 'form' || !session) return null;
  if (REPEATS_ITSELF.has(endpoint.path)) return null;
  const key = keyIn(request.headers);
  if (key === null) return null;
  const { enterpriseId, userId } = session;
  const repeat = repeats.of(key, { enterpriseId, userId, call: endpoint.path }, input);
  await repeat.look();
  return repeat;
}

/** Runs the handler, or takes the answer of the first run with the same key. */
async function runOnce<T>({ repeat, principal, authorised }: CallState, run: () => Promise<T>): Promise<unknown> {
  if (!repeat || !principal) return run();
  if (repeat.answer) return repeat.answer.data;
  return repeat.run({ principal, projectId: authorised?.projectId ?? null }, run);
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
  if (known.replacement)
    void reply.header('authorization', isSsoToken(token) ? `Bearer ${known.replacement}` : known.replacement);
  request.call.session = known.session;
  request.call.principal = known.principal;
  request.call.isBodyLate = endpoint.transport === 'form' && request.raw.complete === false;
}

/**
 * Reads the rights again after the body. A sender can stretch a body over hours, and a user who was disabled meanwhile could otherwise
 * still act. The check uses the session, not the token, which may have been replaced meanwhile.
 */
async function readRightsAgain(call: CallState, gate: Gate): Promise<void> {
  if (!call.session) return;
  const principal = await gate.principalNow(call.session);
  if (!principal) throw fail.sessionEnded();
  call.principal = principal;
}

async function judgeAgain(call: CallState, endpoint: Endpoint, gate: Gate): Promise<void> {
  await readRightsAgain(call, gate);
  if (call.principal && !holdsNodesAnywhere(call.principal, endpoint)) throw fail.denied(endpoint.page === true);
}

/**
 * The token of a single sign-on session is in `Authorization: Bearer`, any other in the header X-token, or in the query
 * where the specification requires it. The first of these that is present counts. A token of the other kind is none.
 */
function tokenOf(request: FastifyRequest, endpoint: Endpoint, { acceptsBearer }: Gate): string {
  const bearer = acceptsBearer ? /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] : undefined;
  if (bearer !== undefined) return isSsoToken(bearer) ? bearer : '';
  const token = plainTokenOf(request, endpoint);
  return isSsoToken(token) ? '' : token;
}

function plainTokenOf(request: FastifyRequest, endpoint: Endpoint): string {
  const header = request.headers['x-token'];
  if (typeof header === 'string' && header !== '') return header;
  if (endpoint.inputFrom !== 'query') return '';
  const { token } = queryOf(request);
  return typeof token === 'string' ? token : '';
}

function parseInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  const query = queryOf(request);
  const fromQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query' || endpoint.transport !== 'form';
  // Fields in the wrong place are refused like unknown fields, not ignored.
  const elsewhere = fromQuery ? (endpoint.transport === 'form' ? request.body : null) : query;
  const stray = Object.keys(elsewhere ?? {})[0];
  if (stray !== undefined) throw fail.invalid(stray, 'validation.unknownField', { field: stray });
  const given = fromQuery ? query : (request.body ?? {});
  const parsed = endpoint.input.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { field, key, params } = problemOf(parsed.error);
  throw new AppError(CODES.invalid, keyInData(key), { field, params });
}
