import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { sameText } from '../../platform/crypto.ts';

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

/** A first password that the server generated, in clear and as it is stored. It must be changed at the first sign-in. */
export interface FirstPassword {
  readonly password: string;
  readonly stored: StoredPassword;
}

/** No 0, 1, i, l, o, u: people type first passwords from paper. */
const SIGNS = '23456789abcdefghjkmnpqrstvwxyzAB';
const GROUPS = 4;
const GROUP = 4;
/** The scheme of generated first passwords (decision 0018): `$first$<salt>$<SHA-256 of salt and password>`. */
const FIRST = '$first$';

const firstHash = (salt: string, password: string): string =>
  `${FIRST}${salt}$${createHash('sha256').update(`${salt}$${password}`, 'utf8').digest('base64url')}`;

/**
 * A random password of 80 bits with a hash that takes microseconds. A slow hash protects guessable passwords; nobody
 * can guess 80 random bits. Only for an import, where thousands of slow hashes would take minutes.
 */
export function firstPassword(): FirstPassword {
  const signs = [...randomBytes(GROUPS * GROUP)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
  const password = (signs.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
  return { password, stored: { hash: firstHash(randomBytes(16).toString('base64url'), password) } };
}

/**
 * The hash of a random password. An unknown account takes the same time as a known one; otherwise the time would
 * reveal which accounts exist.
 */
let standIn: Promise<StoredPassword> | undefined;

/** Whether the password matches the hash. For null (no such account) it compares too and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  standIn ??= hashPassword(randomBytes(24).toString('hex'));
  const dummy = (await standIn).hash;
  const isFirst = stored?.startsWith(FIRST) === true;
  // A first password takes the time of the slow hash too, so the time does not reveal who never signed in.
  const matches = await few(() => verify(stored === null || isFirst ? dummy : stored, password));
  if (stored === null) return false;
  if (!isFirst) return matches;
  return sameText(firstHash(stored.slice(FIRST.length).split('$')[0] ?? '', password), stored);
}
