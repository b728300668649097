import { createCipheriv, createDecipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptTransfer, encryptTransfer } from '@prdm/contract/kit/cipher';

const key = '0123456789abcdef0123456789abcdef';
const iv = 'fedcba9876543210';

/** Decrypts as the server does: AES-256-CBC with PKCS7 padding; key and iv are ASCII bytes. */
function decrypted(text: string): string {
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'ascii'), Buffer.from(iv, 'ascii'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString('utf8');
}

test.each(['Weng-7-admin', '密码🔑 with spaces', '', 'x'.repeat(64), '0123456789abcdef'])(
  '[LI-013] what the browser encrypts is decrypted to the same text, under a given and the built-in key: %j',
  (text) => {
    expect(decrypted(encryptTransfer(text, key, iv))).toBe(text);
    expect(decryptTransfer(encryptTransfer(text, key, iv), key, iv)).toBe(text);
    expect(decryptTransfer(encryptTransfer(text))).toBe(text);
    expect(encryptTransfer(text)).not.toBe(encryptTransfer(text, key, iv));
  },
);

test.each([
  ['under another key', encryptTransfer('Weng-7-admin', key, iv)],
  ['cut', encryptTransfer('Weng-7-admin').slice(0, 8)],
  ['no base64', 'Weng-7 admin*'],
  ['empty', ''],
])('a text that cannot be decrypted is null: %s', (_what, text) => {
  expect(decryptTransfer(text)).toBeNull();
});

test('bytes that are no UTF-8 are null', () => {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key, 'ascii'), Buffer.from(iv, 'ascii'));
  const text = Buffer.concat([cipher.update(Buffer.from([0xff, 0xfe])), cipher.final()]).toString('base64');
  expect(decryptTransfer(text, key, iv)).toBeNull();
});
