import { createDecipheriv, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** argon2id, 19 MiB, 2 passes: about 10 ms. More at once would starve the thread pool that also serves files. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const few = pLimit(3);

/**
 * A password as it is stored. Made before the transaction that stores it opens: hashing stands in a line of its own, and whoever waits for
 * what the transaction holds would stand in it too.
 */
export interface StoredPassword {
  readonly hash: string;
}

export const hashPassword = (password: string): Promise<StoredPassword> =>
  few(async () => ({ hash: await hash(password, OPTIONS) }));

/** A hash of nobody's password: an unknown account costs the same time as a known one, or the time would tell which exist. */
let nobody: Promise<StoredPassword> | undefined;

/** Whether the password is the one behind the hash; null (no such account) is compared too, and never right. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(24).toString('hex'));
  const against = stored ?? (await nobody).hash;
  return few(async () => (await verify(against, password)) && stored !== null);
}

/** The UTF-8 text behind base64 of AES-256-CBC/PKCS7, or null when it cannot be read; callers answer null like a wrong password. */
export function decryptTransfer(transfer: string, key: string, iv: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'ascii'), Buffer.from(iv, 'ascii'));
    const bytes = Buffer.concat([decipher.update(Buffer.from(transfer, 'base64')), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null; // wrong padding or no UTF-8: exactly what a wrong key or a tampered text gives
  }
}
