import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the key and of the newest seals, inside DATA_DIR. */
export const auditFolder = (dataDir: string): string => join(dataDir, 'audit');
const keyFile = (dataDir: string): string => join(auditFolder(dataDir), 'key');

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The key of the seals: AUDIT_KEY, otherwise the file in DATA_DIR. Returns null when neither exists. */
export async function readSealKey(dataDir: string, given: string | undefined): Promise<Buffer | null> {
  if (given !== undefined) return Buffer.from(given, 'utf8');
  try {
    const text = (await readFile(keyFile(dataDir), 'utf8')).trim();
    if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${keyFile(dataDir)} is no key of the action log`);
    return Buffer.from(text, 'hex');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** The same, and makes the file when it does not exist. One of several processes makes it and the others read it. */
export async function sealKey(
  dataDir: string,
  given: string | undefined,
): Promise<{ readonly key: Buffer; readonly isNew: boolean }> {
  const present = await readSealKey(dataDir, given);
  if (present !== null) return { key: present, isNew: false };
  await mkdir(auditFolder(dataDir), { recursive: true, mode: 0o700 });
  const key = randomBytes(32);
  try {
    const file = await open(keyFile(dataDir), 'wx', 0o600);
    try {
      await file.writeFile(`${key.toString('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return { key, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { key: await keyOfOther(dataDir), isNew: false };
  }
}

const TRIES = 50;

/** The other process creates the file and then writes it. Throws when the file has no key after a second. */
async function keyOfOther(dataDir: string): Promise<Buffer> {
  let reason: unknown;
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      const key = await readSealKey(dataDir, undefined);
      if (key !== null) return key;
    } catch (error) {
      reason = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw reason ?? new Error(`${keyFile(dataDir)} exists but cannot be read: restore the key of the action log`);
}
