/** The configured identity provider. */
export interface SsoSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Where the provider sends the browser back; never taken from the Host header. */
  readonly redirectUri: string;
  /** Where the browser lands after the sign-out at the provider. */
  readonly afterSignOut: string;
}

/** Path of the page that takes the provider's answer. Operators register it at the provider. */
export const CALLBACK_PATH = '/sso/callback';

/** Null without OIDC_ISSUER. The environment has been checked: the other values are there when it is. */
export function ssoOf(env: {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_SCOPE: string;
  readonly PUBLIC_URL?: string | undefined;
}): SsoSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, PUBLIC_URL: base } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || base === undefined) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    scope: env.OIDC_SCOPE,
    redirectUri: new URL(CALLBACK_PATH, base).href,
    afterSignOut: new URL('/login', base).href,
  };
}
