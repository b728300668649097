import { createHmac, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret nobody can guess: 32 random bytes, safe in headers and addresses. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** What is stored of a token; the token itself is never kept. */
export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

/** Signature of a short-lived address. */
export const sign = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compares in equal time, also when the lengths differ. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));
