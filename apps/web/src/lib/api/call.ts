import type { z } from 'zod';
import { CODES, ERROR_PAGE_CODES } from '@prdm/contract/codes';
import type { Endpoint } from '@prdm/contract/kit';
import { LIMITS } from '@prdm/contract/limits';
import { CallError, NO_ANSWER } from './call-error.ts';
import { isStillWanted, PAUSES_MS, type Repeat } from './repeat.ts';
import { encodeForm } from '../session/encode.ts';
import { languageTag, translate } from '../i18n.ts';
import { isStaying, session, storeToken, useSession } from '../session/session.ts';
import { tokenHeader, tokenIn } from '../session/token-header.ts';
import { lineIsBack, toast } from '../toasts.ts';

export { CallError } from './call-error.ts';

/**
 * Parts of an endpoint that a call needs. Pages before sign-in write theirs by hand, because the contract's values
 * import zod.
 */
export interface CallTarget {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly inputFrom?: 'query';
  readonly input?: z.ZodType;
  readonly output?: z.ZodType;
}

type Shape<T, Side extends 'input' | 'output'> = T extends { readonly [K in Side]?: infer S }
  ? Extract<S, z.ZodType>
  : never;
export type InputOf<T extends CallTarget> = z.input<Shape<T, 'input'>>;
export type OutputOf<T extends CallTarget> = z.output<Shape<T, 'output'>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For the guard's own info call: the guard shows the failure, and the session-expired box never opens. */
  readonly asGuard?: true;
  /**
   * The screen already shows an older answer, and this call refetches it. When the record is deleted, the page shows
   * that in place (1006) and the user stays on it. Other codes act as usual.
   */
  readonly isOnScreen?: boolean;
  /**
   * The page repeats a call that already had an answer, good or bad. Its code 5 does not reopen the session-expired box
   * after the user chose to stay. Example: refetches by interval and on window focus.
   */
  readonly isAgain?: boolean;
  /**
   * A background call that the user did not start. It never opens a box or a page and shows no toast. The caller still
   * receives the error.
   */
  readonly silent?: true;
  /** A failure of the network shows no toast. All other failures act as usual. */
  readonly ignoresNetwork?: true;
  readonly timeoutMs?: number;
  /** For a change: its key. A call without an answer, or with 503, is sent again with it. */
  readonly repeat?: Repeat;
  /** Receives the server's message of a success, for callers that show it. */
  readonly said?: (msg: string) => void;
}

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** Hooks into the app, which this module may not import. main.tsx connects them. */
const app = {
  tokenReplaced: (): void => undefined,
};

export function connectCalls(given: Partial<typeof app>): void {
  Object.assign(app, given);
}

/**
 * Makes one call and returns its data. Throws CallError for every code but 0. Code 5 opens the session-expired box; the
 * caller shows every other code. A call with `repeat` is first sent again when it had no answer. No call opens an error page by itself: `useErrorPage` does that for the call of the
 * page in the address. A network failure shows a toast; a timeout is only logged.
 */
export async function call<T extends CallTarget>(
  target: T,
  input: InputOf<T>,
  options: CallOptions = {},
): Promise<OutputOf<T>> {
  const form = encodeForm((input ?? {}) as Record<string, unknown>);
  const inQuery = target.method === 'GET' || target.inputFrom === 'query';
  const query = inQuery ? form.toString() : '';
  const address = query === '' ? target.path : `${target.path}?${query}`;
  return settle(address, { method: target.method, ...(inQuery ? {} : { body: form }) }, options) as Promise<
    OutputOf<T>
  >;
}

/**
 * Makes a call whose body contains files. The input goes into the query, the files into the body. Throws as `call`
 * does.
 */
export async function callWithFiles<T extends CallTarget>(
  target: T,
  input: InputOf<T>,
  files: FormData,
  options: CallOptions = {},
): Promise<OutputOf<T>> {
  const query = encodeForm((input ?? {}) as Record<string, unknown>).toString();
  const address = query === '' ? target.path : `${target.path}?${query}`;
  return settle(address, { method: target.method, body: files }, options) as Promise<OutputOf<T>>;
}

/** Fetches a document that has no envelope. A refusal still has one and throws CallError. */
export async function fetchDocument(target: CallTarget, options: CallOptions = {}): Promise<unknown> {
  const sent = send(target.path, { method: target.method }, options);
  const { response, body, stays } = await sent.catch((error: unknown) => {
    throw told(error, options);
  });
  const envelope = envelopeIn(body);
  if (envelope === null) return body;
  throw refusalOf(envelope, response.status, options, stays);
}

async function settle(address: string, request: RequestInit, options: CallOptions): Promise<unknown> {
  const { repeat, signal } = options;
  const { token } = session();
  for (let turn = 0; ; turn += 1) {
    try {
      return await settleOnce(address, request, options);
    } catch (error) {
      if (!(error instanceof CallError) || !error.isPassing) throw error;
      const pause = PAUSES_MS[turn];
      const isAgain = repeat !== undefined && pause !== undefined && (await isStillWanted(repeat, pause, signal));
      // After a sign-out the call would act for another session.
      const isSignedOut = token !== null && session().token === null;
      if (!isAgain || isSignedOut) throw told(error, options);
    }
  }
}

/** Shows a lost connection once the call gives up. Other failures are shown by their callers. */
function told(error: unknown, { silent, ignoresNetwork }: CallOptions): unknown {
  if (error instanceof CallError && error.isPassing && error.code === NO_ANSWER && !silent && !ignoresNetwork)
    toast.lineLost(error.msg);
  return error;
}

async function settleOnce(address: string, request: RequestInit, options: CallOptions): Promise<unknown> {
  const { response, body, stays } = await send(address, request, options);
  const envelope = envelopeIn(body) ?? unknownAnswer(response.status);
  lineIsBack();
  if (envelope.code === CODES.ok) {
    options.said?.(envelope.msg);
    return envelope.data;
  }
  throw refusalOf(envelope, response.status, options, stays);
}

async function send(
  address: string,
  request: RequestInit,
  options: CallOptions,
): Promise<{ response: Response; body: unknown; stays: number }> {
  const { signal, timeoutMs = LIMITS.requestTimeoutMs, repeat } = options;
  const { token, stays } = session();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort('timeout'), timeoutMs);
  const cancel = () => stop.abort('cancelled');
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    const response = await fetch(address, {
      ...request,
      headers: { ...headers(token), ...(repeat === undefined ? {} : { 'idempotency-key': repeat.key }) },
      credentials: 'include',
      signal: stop.signal,
    });
    // The replacement comes before anything that can abort. The server has replaced the sent token, even when the caller
    // drops the rest.
    takeReplacement(response, token);
    const text = await response.text();
    // The caller aborted: the answer must not open a box or an error page.
    stop.signal.throwIfAborted();
    return { response, body: parsed(text), stays };
  } catch (error) {
    throw transportFailure(error, stop.signal, address);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/**
 * Stores a replacement only while the sent token is current. After a sign-out, or a newer token from another call, it
 * is stale.
 */
function takeReplacement(response: Response, sent: string | null): void {
  const replacement = response.headers.get('authorization');
  if (replacement === null || replacement === '' || session().token !== sent) return;
  storeToken(tokenIn(replacement));
  app.tokenReplaced();
}

function headers(token: string | null): Record<string, string> {
  return { 'accept-language': languageTag(), ...(token === null ? {} : tokenHeader(token)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // not JSON, so not from our server
  }
}

function envelopeIn(body: unknown): Envelope | null {
  const given = body as Partial<Envelope> | null;
  return typeof given?.code === 'number' ? { code: given.code, msg: given.msg ?? '', data: given.data ?? null } : null;
}

/** The answer came from a proxy or from a server that shuts down. */
function unknownAnswer(status: number): never {
  throw new CallError(NO_ANSWER, translate('errors.noEnvelope', { status }), { told: true, isPassing: true });
}

function transportFailure(error: unknown, { aborted, reason }: AbortSignal, address: string): CallError | Error {
  if (aborted && reason === 'cancelled') return new DOMException('cancelled', 'AbortError');
  if (aborted) {
    console.warn('timeout', address);
    return new CallError(NO_ANSWER, translate('errors.timeout'), { told: true });
  }
  return new CallError(NO_ANSWER, translate('errors.network'), { told: true, isPassing: true, data: String(error) });
}

function refusalOf({ code, msg, data }: Envelope, status: number, options: CallOptions, stays: number): CallError {
  const isPassing = status === 503;
  if (options.silent === true) return new CallError(code, msg, { field: fieldOf(data), data, told: true, isPassing });
  if (code === CODES.sessionEnded) {
    if (options.asGuard !== true) announceSessionEnd(stays, options.isAgain === true);
    return new CallError(code, msg || translate('errors.sessionEnded'), { told: options.asGuard !== true });
  }
  if (code === CODES.pageNotFound && options.isOnScreen === true) return new CallError(CODES.notFound, msg, { data });
  // With an HTTP status other than 200 these numbers concern an address or a proxy, not a record.
  const hasErrorPage = status === 200 && (ERROR_PAGE_CODES as readonly number[]).includes(code);
  return new CallError(code, msg, { field: fieldOf(data), data, hasErrorPage, isPassing });
}

const fieldOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'field' in data && typeof data.field === 'string' ? data.field : null;

/** Paths without the session-expired box: shares and the error pages. */
export const isBoxSuppressed = (path: string): boolean =>
  path.startsWith('/share') || ERROR_PAGE_CODES.some((code) => path === `/${code}`);

/**
 * Opens the session-expired box. `stays` is the count at the time of the call; a difference means that the user has
 * chosen to stay since.
 */
function announceSessionEnd(stays: number, isAgain: boolean): void {
  if (isBoxSuppressed(location.pathname) || session().expired || session().stays !== stays) return;
  if (isAgain && isStaying()) return;
  useSession.setState({ expired: true });
}
