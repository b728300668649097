import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sha256 } from '../crypto.ts';
import { fail } from '../errors.ts';

/** Name of the request header, in lower case as Node delivers it. */
export const KEY_HEADER = 'idempotency-key';
const FORM = /^[\w-]{16,64}$/;
const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES] = [12, 16];

/** The key of a call, or null without one. Throws 1001 unless it has 16 to 64 letters, digits, "_" or "-". */
export function keyIn(headers: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const key = headers[KEY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !FORM.test(key)) throw fail.invalid('Idempotency-Key', 'http.repeatKey');
  return key;
}

/** A caller and one of its calls. */
export interface Keyed {
  readonly enterpriseId: number;
  readonly userId: number;
  readonly call: string;
}

/**
 * Secrets derived from the key of a call. The server stores only the hash of the key, so a copy of the database opens
 * no stored answer. Answers can contain generated passwords.
 */
export class RepeatKey {
  readonly hash: Buffer;
  readonly #secret: Buffer;
  readonly #inputSecret: Buffer;

  constructor(key: string, { enterpriseId, userId, call }: Keyed) {
    const salt = `${enterpriseId} ${userId} ${call}`;
    this.hash = sha256(`repeat ${key}`);
    this.#secret = Buffer.from(hkdfSync('sha256', key, salt, 'answer', 32));
    this.#inputSecret = Buffer.from(hkdfSync('sha256', key, salt, 'input', 32));
  }

  /** Digest of the parsed input. The order of its fields does not matter. */
  inputHash(input: unknown): Buffer {
    return createHmac('sha256', this.#inputSecret).update(JSON.stringify(input, inOrder)).digest();
  }

  seal(answer: unknown): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#secret, iv);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(answer ?? null), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Buffer): unknown {
    const decipher = createDecipheriv(CIPHER, this.#secret, sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  }
}

const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
