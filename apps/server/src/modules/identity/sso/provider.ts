import * as oidc from 'openid-client';
import type { SsoReason } from '@prdm/contract/identity/sso';
import type { SsoSettings } from './settings.ts';

const TIMEOUT_SECONDS = 5;
/** The provider's metadata is read again after this time. */
const KNOWN_MS = 10 * 60_000;
/** Signatures of ID tokens. Neither `none` nor a shared secret is among them, whatever the provider offers. */
const ALGORITHMS = ['RS256', 'ES256'] as const;
const NAME_MAX = 100;

/** The tokens of one person at the provider. */
export interface ProviderTokens {
  readonly subject: string;
  readonly idToken: string;
  /** Empty when the provider gives none. */
  readonly refreshToken: string;
}

export interface ConfirmedPerson {
  readonly issuer: string;
  readonly name: string;
  readonly tokens: ProviderTokens;
}

/** A failed question to the provider. `cause` is for the log; the browser sees only the reason. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly reason: Extract<SsoReason, 'unreachable' | 'refused' | 'invalid'>;

  constructor(reason: ProviderFailure['reason'], cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** The OpenID Connect client (docs/decisions/0017-single-sign-on.md). Every method throws ProviderFailure. */
export class Provider {
  readonly #settings: SsoSettings;
  #known: { readonly until: number; readonly config: Promise<oidc.Configuration> } | null = null;

  constructor(settings: SsoSettings) {
    this.#settings = settings;
  }

  get issuer(): string {
    return this.#settings.issuer;
  }

  /** The address of the provider's sign-in page. */
  async signInUrl(attempt: { state: string; nonce: string; verifier: string }): Promise<string> {
    const config = await this.#config();
    return oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#settings.redirectUri,
      response_type: 'code',
      scope: this.#settings.scope,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /** Exchanges the code. Checks issuer, audience, expiry, nonce and signature of the ID token. */
  async exchange(
    answer: { code: string; state: string; iss: string | undefined },
    attempt: { nonce: string; verifier: string },
  ): Promise<ConfirmedPerson> {
    const config = await this.#config();
    const { issuer } = config.serverMetadata();
    const callback = new URL(this.#settings.redirectUri);
    callback.search = new URLSearchParams({
      code: answer.code,
      state: answer.state,
      iss: answer.iss ?? issuer,
    }).toString();
    const tokens = await asked(() =>
      oidc.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: answer.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      }),
    );
    const claims = tokens.claims();
    if (!claims || tokens.id_token === undefined) throw new ProviderFailure('invalid', new Error('no ID token'));
    const name = [claims['name'], claims['preferred_username'], claims['email']].find(
      (value): value is string => typeof value === 'string' && value !== '',
    );
    return {
      issuer,
      name: (name ?? '').slice(0, NAME_MAX),
      tokens: { subject: claims.sub, idToken: tokens.id_token, refreshToken: tokens.refresh_token ?? '' },
    };
  }

  /** Fresh tokens of the same person, or null when the provider has ended the sign-in. */
  async refresh(tokens: ProviderTokens): Promise<ProviderTokens | null> {
    const config = await this.#config();
    try {
      const fresh = await asked(() => oidc.refreshTokenGrant(config, tokens.refreshToken));
      const subject = fresh.claims()?.sub ?? tokens.subject;
      if (subject !== tokens.subject) return null;
      return {
        subject,
        idToken: fresh.id_token ?? tokens.idToken,
        refreshToken: fresh.refresh_token ?? tokens.refreshToken,
      };
    } catch (error) {
      const cause = error instanceof ProviderFailure ? error.cause : error;
      if (cause instanceof oidc.ResponseBodyError && cause.error === 'invalid_grant') return null;
      throw error;
    }
  }

  /** Revokes the refresh token, when there is one and the provider can. */
  async revoke({ refreshToken }: ProviderTokens): Promise<void> {
    if (refreshToken === '') return;
    const config = await this.#config();
    if (config.serverMetadata().revocation_endpoint === undefined) return;
    await asked(() => oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' }));
  }

  /** The address that ends the session of the browser at the provider. Empty when the provider has none. */
  async signOutUrl({ idToken }: ProviderTokens): Promise<string> {
    const config = await this.#config();
    if (config.serverMetadata().end_session_endpoint === undefined) return '';
    return oidc.buildEndSessionUrl(config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: this.#settings.afterSignOut,
    }).href;
  }

  /** A failed discovery is not kept, so the next call asks again. */
  #config(): Promise<oidc.Configuration> {
    if (this.#known === null || this.#known.until < Date.now()) {
      const config = this.#discover();
      this.#known = { until: Date.now() + KNOWN_MS, config };
      config.catch(() => {
        if (this.#known?.config === config) this.#known = null;
      });
    }
    return this.#known.config;
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const isPlain = issuer.startsWith('http:'); // the environment allows this on the own machine only
    const authentication: oidc.ClientAuth = (server, ...request) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const way = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
      way(clientSecret)(server, ...request);
    };
    return asked(() =>
      oidc.discovery(
        new URL(issuer),
        clientId,
        // The library takes a list too; its type knows one name only.
        { id_token_signed_response_alg: ALGORITHMS as unknown as string },
        authentication,
        {
          timeout: TIMEOUT_SECONDS,
          execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
        },
      ),
    ).catch((error: unknown) => {
      // Without its metadata the provider cannot be used, whatever the cause.
      throw new ProviderFailure('unreachable', error instanceof ProviderFailure ? error.cause : error);
    });
  }
}

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw new ProviderFailure(reasonOf(error), error);
  }
}

function reasonOf(error: unknown): ProviderFailure['reason'] {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 ? 'unreachable' : 'refused';
  if (error instanceof oidc.AuthorizationResponseError) return 'refused';
  if (error instanceof oidc.WWWAuthenticateChallengeError) return 'refused';
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  const isTransport =
    error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
  return isTransport || code === 'OAUTH_RESPONSE_IS_NOT_JSON' ? 'unreachable' : 'invalid';
}
