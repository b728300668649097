import type { recoverPassword, sendCode, sendVerify } from '@prdm/contract/identity/recovery';
import { call } from '../../../lib/api/call.ts';
import { light, publicCalls } from '../../../lib/session/public-calls.ts';
import { hashed, sealed } from '../../../lib/session/sign-in.ts';

/** Calls of the page before sign-in, without the schemas of the contract. A test compares them with it. */
export const recoveryCalls = {
  sendCode: light<typeof sendCode>({ method: 'POST', path: '/apis/pub/send' }),
  sendVerify: light<typeof sendVerify>({ method: 'POST', path: '/apis/pub/sendVerify' }),
  recoverPassword: light<typeof recoverPassword>({ method: 'POST', path: '/apis/pub/upf' }),
} as const;

export const requestCode = (email: string) => call(recoveryCalls.sendCode, { email, type: 'forget' });

/** Checks the code without using it up. Returns the accounts of the address. */
export const checkCode = async (email: string, code: string): Promise<readonly string[]> =>
  (await call(recoveryCalls.sendVerify, { email, code })).accounts;

export async function setPassword(given: {
  email: string;
  code: string;
  account: string;
  fresh: string;
  again: string;
}): Promise<void> {
  const transfer = await call(publicCalls.getKeyIv, {});
  await call(recoveryCalls.recoverPassword, {
    email: given.email,
    code: given.code,
    ...(given.account === '' ? {} : { account: given.account }),
    password: hashed(given.fresh),
    repassword: hashed(given.again),
    password_encode: sealed(given.fresh, transfer),
    kid: transfer.kid,
  });
}
