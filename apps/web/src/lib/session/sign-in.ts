import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { encryptTransfer } from '@prdm/contract/kit/cipher';
import { call } from '../api/call.ts';
import { publicCalls } from './public-calls.ts';
import { storeToken } from './session.ts';

/** A password as it travels, under the key of one transfer. */
export const sealed = (password: string, { key, iv }: { key: string; iv: string }): string =>
  encryptTransfer(password, key, iv);

/**
 * Signs in and stores the token. Throws CallError: 1003 wrong account or password, 1007 too many attempts, 1012
 * disabled.
 */
export async function signIn(given: { account: string; password: string; automatic: boolean }): Promise<void> {
  const { key, iv, kid } = await call(publicCalls.getKeyIv, {});
  const { token } = await call(publicCalls.loginPwd, {
    account: given.account,
    password: encryptTransfer(given.password, key, iv),
    kid,
    auto: given.automatic ? '1' : '0',
  });
  storeToken(token);
}

export const hashed = (password: string): string => bytesToHex(sha256(utf8ToBytes(password)));

/**
 * Changes the user's own password and ends every session. The server compares the hashes to check that both entries are
 * equal.
 */
export async function changeOwnPassword(given: { old: string; fresh: string; again: string }): Promise<void> {
  const { key, iv, kid } = await call(publicCalls.getKeyIv, {});
  await call(publicCalls.changePassword, {
    oldpassword: encryptTransfer(given.old, key, iv),
    password: hashed(given.fresh),
    repassword: hashed(given.again),
    password_encode: encryptTransfer(given.fresh, key, iv),
    kid,
  });
}
