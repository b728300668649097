import { cbc } from '@noble/ciphers/aes.js';

/**
 * AES-256-CBC with PKCS7 padding as base64, for the transfer of secrets (specification section 9). Browser and server
 * share this module. It is plain JavaScript, because browsers have no built-in cryptography over http in a LAN. It has
 * no zod, because the sign-in page loads it.
 */

/**
 * The built-in pair. It is public in the source and hides nothing. The server accepts it only while the enterprise
 * setting `accept_default_key` is on. It serves programs that cannot request a key.
 */
const DEFAULT_KEY = 'prdm-default-key-hides-nothing-1';
const DEFAULT_IV = 'prdm-default-iv1';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The text as base64. `key` is 32 and `iv` 16 ASCII characters. Without both, the built-in pair is used. */
export function encryptTransfer(text: string, key: string = DEFAULT_KEY, iv: string = DEFAULT_IV): string {
  const bytes = cbc(bytesOf(key), bytesOf(iv)).encrypt(bytesOf(text));
  return btoa(String.fromCharCode(...bytes));
}

/**
 * The decrypted text, or null for invalid base64, wrong padding or bytes that are not UTF-8. A wrong key gives the
 * same null.
 */
export function decryptTransfer(transfer: string, key: string = DEFAULT_KEY, iv: string = DEFAULT_IV): string | null {
  try {
    const bytes = Uint8Array.from(atob(transfer), (character) => character.charCodeAt(0));
    return UTF8.decode(cbc(bytesOf(key), bytesOf(iv)).decrypt(bytes));
  } catch {
    return null; // a wrong key or a changed text
  }
}
