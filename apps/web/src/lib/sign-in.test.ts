import { createDecipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptTransfer } from './sign-in.ts';

const key = '0123456789abcdef0123456789abcdef';
const iv = 'fedcba9876543210';

/** As the server does it: AES-256-CBC with PKCS7 padding under the ASCII bytes of key and iv. */
function decrypted(text: string): string {
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'ascii'), Buffer.from(iv, 'ascii'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString('utf8');
}

test.each(['Weng-7-admin', '密码🔑 with spaces', '', 'x'.repeat(64), '0123456789abcdef'])(
  '[LI-013] what the browser encrypts is decrypted to the same text: %j',
  (text) => {
    expect(decrypted(encryptTransfer(text, key, iv))).toBe(text);
  },
);
