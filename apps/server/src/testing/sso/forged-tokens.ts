import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { TestIdentityProvider } from '../servers/identity-provider.ts';

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const decoded = (part = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** An ID token with changed claims, signed by `by`. */
export function forged(
  token: string,
  claims: Record<string, unknown>,
  header: Record<string, unknown>,
  by: (text: string) => string,
): string {
  const [, body] = token.split('.');
  const text = `${encoded(header)}.${encoded({ ...decoded(body), ...claims })}`;
  return `${text}.${by(text)}`;
}

export const rs256 = { alg: 'RS256', kid: 'test', typ: 'JWT' };
const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const byOther = (text: string): string => sign('sha256', Buffer.from(text), other).toString('base64url');

type Forgery = (token: string, idp: TestIdentityProvider) => string;

/** ID tokens that sign nobody in (safety.md S37). */
export const FORGERIES: readonly [what: string, forge: Forgery][] = [
  ['alg none', (token) => forged(token, {}, { alg: 'none' }, () => '')],
  [
    'HS256 with the public key as its secret',
    (token, idp) =>
      forged(token, {}, { alg: 'HS256', kid: 'test' }, (text) =>
        createHmac('sha256', idp.publicKey).update(text).digest('base64url'),
      ),
  ],
  ['a signature of another key', (token) => forged(token, {}, rs256, byOther)],
  [
    'changed claims under the old signature',
    (token) => forged(token, { sub: 'boss' }, rs256, () => token.split('.')[2] ?? ''),
  ],
  ['another audience', (token, idp) => forged(token, { aud: 'another-client' }, rs256, idp.sign)],
  ['another issuer', (token, idp) => forged(token, { iss: 'https://elsewhere.example' }, rs256, idp.sign)],
  ['an expired token', (token, idp) => forged(token, { exp: 1 }, rs256, idp.sign)],
  ['another nonce', (token, idp) => forged(token, { nonce: 'replayed' }, rs256, idp.sign)],
];
