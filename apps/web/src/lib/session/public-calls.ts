import type { getKeyIv, getUserSetting, loginPwd, logout, changePassword } from '@prdm/contract/identity';
import type { info } from '@prdm/contract/me';
import type { CallTarget } from '../api/call.ts';

/**
 * Calls of pages before sign-in, written by hand. The contract's own values import zod, which is too large for the
 * sign-in page. A test compares these calls with the contract.
 */
type Light<E> = E extends { input: infer I; output: infer O } ? CallTarget & { input?: I; output?: O } : never;

export const light = <E>(target: Pick<CallTarget, 'method' | 'path' | 'inputFrom'>): Light<E> => target as Light<E>;

export const publicCalls = {
  getKeyIv: light<typeof getKeyIv>({ method: 'GET', path: '/apis/pub/getKeyIv' }),
  getUserSetting: light<typeof getUserSetting>({ method: 'GET', path: '/apis/pub/getUserSetting' }),
  loginPwd: light<typeof loginPwd>({ method: 'POST', path: '/apis/pub/loginpwd' }),
  logout: light<typeof logout>({ method: 'POST', path: '/apis/pub/logout' }),
  changePassword: light<typeof changePassword>({ method: 'POST', path: '/apis/pub/pwd' }),
  info: light<typeof info>({ method: 'POST', path: '/apis/pub/info', inputFrom: 'query' }),
} as const;
