import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/**
 * argon2id, 19 MiB, 2 passes: about 10 ms. More parallel hashes would starve the thread pool that also serves files.
 */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const few = pLimit(3);

/**
 * A password as it is stored. Hash it before the transaction that stores it opens. Hashes wait for one of three
 * places. Inside the transaction, every request that waits for its locks would wait for that place too.
 */
export interface StoredPassword {
  readonly hash: string;
}

export const hashPassword = (password: string): Promise<StoredPassword> =>
  few(async () => ({ hash: await hash(password, OPTIONS) }));

/**
 * The hash of a random password. An unknown account takes the same time as a known one; otherwise the time would
 * reveal which accounts exist.
 */
let standIn: Promise<StoredPassword> | undefined;

/** Whether the password matches the hash. For null (no such account) it compares too and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  standIn ??= hashPassword(randomBytes(24).toString('hex'));
  const against = stored ?? (await standIn).hash;
  return few(async () => (await verify(against, password)) && stored !== null);
}
