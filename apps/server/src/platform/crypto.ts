import { createHmac, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random secret: 32 bytes, safe in headers and URLs. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** The stored form of a token. The token itself is never stored. */
export const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

/** Signature of a short-lived URL. */
export const sign = (secret: Buffer, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compares in constant time, also for different lengths. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));
