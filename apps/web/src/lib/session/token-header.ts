import { isSsoToken } from '@prdm/contract/identity/sso-token';

/** The header of a session's token: bearer for a session through the identity provider, X-token for all others. */
export const tokenHeader = (token: string): Record<string, string> =>
  isSsoToken(token) ? { authorization: `Bearer ${token}` } : { 'x-token': token };

/** The token of the server's `authorization` header. */
export const tokenIn = (header: string): string => header.replace(/^Bearer +/i, '');
