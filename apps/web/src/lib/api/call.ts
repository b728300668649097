import type { z } from 'zod';
import { CODES, ERROR_PAGE_CODES } from '@prdm/contract/codes';
import type { Endpoint } from '@prdm/contract/kit';
import { LIMITS } from '@prdm/contract/limits';
import { CallError, NO_ANSWER } from './call-error.ts';
import { encodeForm } from '../session/encode.ts';
import { languageTag, translate } from '../i18n.ts';
import { isStaying, session, storeToken, useSession } from '../session/session.ts';
import { lineIsBack, toast } from '../toasts.ts';

export { CallError } from './call-error.ts';

/** What of an endpoint a call needs. Pages before sign-in name their few calls by hand, because the contract's values bring zod along. */
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
  /** The guard's own info call: it shows its failure itself and never opens the session-expired box. */
  readonly asGuard?: true;
  /**
   * The answer is on the screen already and is asked for anew: if the record is gone meanwhile, its page says so in place (code 1006)
   * and nobody is led away from it. Every other code acts as always.
   */
  readonly isOnScreen?: boolean;
  /**
   * It has been asked and answered before, well or not, and the page asks anew by itself: whoever has chosen to stay after the session
   * ended is not asked again because of it, with every window that comes to the front and every few seconds.
   */
  readonly isAgain?: boolean;
  /** Nobody asked for it: whatever comes of it opens no box and no page and says nothing on the screen. Who calls hears of it. */
  readonly silent?: true;
  readonly timeoutMs?: number;
  /** Is told the server's words of a success, where these are to be shown. */
  readonly said?: (msg: string) => void;
}

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** What the calls need from the app without importing it; main.tsx connects them. */
const app = {
  tokenReplaced: (): void => undefined,
};

export function connectCalls(given: Partial<typeof app>): void {
  Object.assign(app, given);
}

/**
 * Makes one call and gives its data. Throws CallError for every code but 0: 5 opens the session-expired box, everything else is the
 * caller's to show. No call leads to an error page by itself: `useErrorPage` does it for the call that belongs to the page in the
 * address. A network failure is shown by itself; a timeout is only logged.
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

/** A call whose body is files: the input stands in the query, the parts in the body. */
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

/** A document that comes without the envelope; a refusal still wears it. */
export async function fetchDocument(target: CallTarget, options: CallOptions = {}): Promise<unknown> {
  const { response, body, stays } = await send(target.path, { method: target.method }, options);
  const envelope = envelopeIn(body);
  if (envelope === null) return body;
  throw refusalOf(envelope, response.status, options, stays);
}

async function settle(address: string, request: RequestInit, options: CallOptions): Promise<unknown> {
  const { response, body, stays } = await send(address, request, options);
  const envelope = envelopeIn(body) ?? unknownAnswer(response.status, options);
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
  const { signal, timeoutMs = LIMITS.requestTimeoutMs } = options;
  const { token, stays } = session();
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort('timeout'), timeoutMs);
  const cancel = () => stop.abort('cancelled');
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    const response = await fetch(address, {
      ...request,
      headers: headers(token),
      credentials: 'include',
      signal: stop.signal,
    });
    // Before anything that may give the answer up: the token that was sent is replaced, whoever waits for the rest.
    takeReplacement(response, token);
    const text = await response.text();
    // An answer that nobody waits for any more must not act: no box, no error page.
    stop.signal.throwIfAborted();
    return { response, body: parsed(text), stays };
  } catch (error) {
    throw transportFailure(error, stop.signal, address, options);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/** Only in place of the token it was given for: who has signed out meanwhile, or has a newer one from another call, keeps to that. */
function takeReplacement(response: Response, sent: string | null): void {
  const replacement = response.headers.get('authorization');
  if (replacement === null || replacement === '' || session().token !== sent) return;
  storeToken(replacement);
  app.tokenReplaced();
}

function headers(token: string | null): Record<string, string> {
  return { 'accept-language': languageTag(), ...(token === null ? {} : { 'x-token': token }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null; // not our server's words
  }
}

function envelopeIn(body: unknown): Envelope | null {
  const given = body as Partial<Envelope> | null;
  return typeof given?.code === 'number' ? { code: given.code, msg: given.msg ?? '', data: given.data ?? null } : null;
}

/** A proxy in between spoke, or a server that is going down. */
function unknownAnswer(status: number, { silent }: CallOptions): never {
  const msg = translate('errors.noEnvelope', { status });
  if (silent !== true) toast.lineLost(msg);
  throw new CallError(NO_ANSWER, msg, { told: true });
}

function transportFailure(
  error: unknown,
  { aborted, reason }: AbortSignal,
  address: string,
  { silent }: CallOptions,
): CallError | Error {
  if (aborted && reason === 'cancelled') return new DOMException('cancelled', 'AbortError');
  if (aborted) {
    console.warn('timeout', address);
    return new CallError(NO_ANSWER, translate('errors.timeout'), { told: true });
  }
  const msg = translate('errors.network');
  if (silent !== true) toast.lineLost(msg);
  return new CallError(NO_ANSWER, msg, { told: true, data: String(error) });
}

function refusalOf({ code, msg, data }: Envelope, status: number, options: CallOptions, stays: number): CallError {
  if (options.silent === true) return new CallError(code, msg, { field: fieldOf(data), data, told: true });
  if (code === CODES.sessionEnded) {
    if (options.asGuard !== true) announceSessionEnd(stays, options.isAgain === true);
    return new CallError(code, msg || translate('errors.sessionEnded'), { told: options.asGuard !== true });
  }
  if (code === CODES.pageNotFound && options.isOnScreen === true) return new CallError(CODES.notFound, msg, { data });
  // With another HTTP status than 200 these numbers speak of an address or a proxy, not of a record that was asked for.
  const hasErrorPage = status === 200 && (ERROR_PAGE_CODES as readonly number[]).includes(code);
  return new CallError(code, msg, { field: fieldOf(data), data, hasErrorPage });
}

const fieldOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'field' in data && typeof data.field === 'string' ? data.field : null;

/** Where no session-expired box opens: what is shared, and the error pages. */
export const isBoxSuppressed = (path: string): boolean =>
  path.startsWith('/share') || ERROR_PAGE_CODES.some((code) => path === `/${code}`);

/** `stays`: as it was when the call was sent. */
function announceSessionEnd(stays: number, isAgain: boolean): void {
  if (isBoxSuppressed(location.pathname) || session().expired || session().stays !== stays) return;
  if (isAgain && isStaying()) return;
  useSession.setState({ expired: true });
}
