import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV = 12;
const TAG = 16;

/**
 * Encrypts the provider's tokens at rest (AES-256-GCM). The key derives from the client secret, which is not in the
 * database, so a copy of the database contains no usable token.
 */
export class Seal {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'prdm sso tokens', 32));
  }

  close(text: string): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  /** Null for bytes under another key, e.g. after a change of the client secret. */
  open(sealed: Buffer): string | null {
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, IV), { authTagLength: TAG });
      decipher.setAuthTag(sealed.subarray(IV, IV + TAG));
      return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}
