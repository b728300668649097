import { createCipheriv, createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import qs from 'qs';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';
import { isSsoToken } from '@prdm/contract/identity/sso-token';
import type { Endpoint, Envelope } from '@prdm/contract/kit';

export interface Caller {
  /** Sent as X-token, or as bearer when it is a token of single sign-on. */
  readonly token?: string;
  /** Sent as `Authorization: Bearer`, whatever it is. */
  readonly bearer?: string;
  /** Sent as X-token, whatever it is. */
  readonly plain?: string;
  readonly lang?: string;
  readonly json?: boolean;
  /** The header Idempotency-Key. */
  readonly key?: string;
  /** The address of the connection; default 127.0.0.1. */
  readonly ip?: string;
  /** X-Forwarded-For as it arrives at the server. */
  readonly forwarded?: string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape; the shape itself is proved by the output schemas
export type Answer = Envelope<any> & { status: number; headers: Record<string, unknown> };

/** The header of a token, as the web client chooses it. */
export const tokenHeader = (token: string): Record<string, string> =>
  isSsoToken(token) ? { authorization: `Bearer ${token}` } : { 'x-token': token };

/** The web client's encoding: lists with indices. An empty list is JSON text, because a form cannot express it. */
export const formOf = (input: unknown): string =>
  qs.stringify(input, {
    arrayFormat: 'indices',
    skipNulls: true,
    filter: (_name, value: unknown) => (Array.isArray(value) && value.length === 0 ? '[]' : value),
  });

/** One call as a browser makes it: GET by query, POST as a form, or JSON on request. */
export async function callOn(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: unknown,
  caller: Caller = {},
): Promise<Answer> {
  const inQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query';
  const query = inQuery ? formOf(input) : '';
  const response = await app.inject({
    method: endpoint.method,
    url: query === '' ? endpoint.path : `${endpoint.path}?${query}`,
    ...(caller.ip === undefined ? {} : { remoteAddress: caller.ip }),
    headers: {
      ...(caller.forwarded === undefined ? {} : { 'x-forwarded-for': caller.forwarded }),
      ...(caller.token === undefined ? {} : tokenHeader(caller.token)),
      ...(caller.bearer === undefined ? {} : { authorization: `Bearer ${caller.bearer}` }),
      ...(caller.plain === undefined ? {} : { 'x-token': caller.plain }),
      ...(caller.key === undefined ? {} : { 'idempotency-key': caller.key }),
      ...(caller.lang === undefined ? {} : { 'accept-language': caller.lang }),
      ...(inQuery ? {} : { 'content-type': caller.json ? 'application/json' : 'application/x-www-form-urlencoded' }),
    },
    ...(inQuery ? {} : { payload: caller.json ? JSON.stringify(input) : formOf(input) }),
  });
  return { ...(response.json() as Envelope), status: response.statusCode, headers: response.headers };
}

/** The browser's encryption: AES-256-CBC under a single-use key. */
export function encryptTransfer(text: string, key: string, iv: string): string {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key, 'ascii'), Buffer.from(iv, 'ascii'));
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Signs in through the real calls and returns the token. Throws with the code of a refusal. */
export async function signInOn(app: FastifyInstance, account: string, password: string): Promise<string> {
  const { data: transfer } = await callOn(app, getKeyIv, {});
  const answer = await callOn(app, loginPwd, {
    account,
    password: encryptTransfer(password, transfer.key, transfer.iv),
    kid: transfer.kid,
  });
  if (answer.code !== 0) throw new Error(`sign-in of ${account} refused: ${answer.code} ${answer.msg}`);
  return answer.data.token as string;
}
