/**
 * The beginning of every token of a single sign-on session. It decides the header: `Authorization: Bearer` for these,
 * `X-token` for all others. A token in the wrong header is no token.
 */
export const SSO_TOKEN = 'sso_';

export const isSsoToken = (token: string): boolean => token.startsWith(SSO_TOKEN);
