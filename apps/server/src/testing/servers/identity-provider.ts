import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'prdm', secret: 'client-secret-of-the-tests-7' } as const;

export interface TestIdentityProvider {
  readonly issuer: string;
  /** The address of the server whose callback is registered. */
  readonly publicUrl: string;
  /** Settings of a server that uses this provider. */
  env(publicUrl: string): Record<string, string>;
  /** Claims of people by subject. A person that is deleted here is unknown to the provider. */
  readonly people: Map<string, Record<string, unknown>>;
  /** The public key of its signatures, PEM. */
  readonly publicKey: string;
  /** Signs as the provider does (RS256), base64url. */
  sign(text: string): string;
  /** Changes every ID token before it is sent. */
  forge: ((idToken: string) => string) | null;
  /** While true every connection is cut. */
  isDown: boolean;
  /** The next requests to its token address that are cut. */
  cuts: number;
  /** Requests by path. */
  readonly requests: string[];
  /** Signs a person in at an authorization address and returns what comes back to the callback. */
  authorize(url: string, subject: string): Promise<{ code: string; state: string; iss: string }>;
  isActive(token: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** A real OpenID Connect provider on 127.0.0.1. Its sign-in page asks for the subject only, and it asks for no consent. */
export async function startIdentityProvider(publicUrl: string): Promise<TestIdentityProvider> {
  const state = { forge: null as TestIdentityProvider['forge'], isDown: false, cuts: 0 };
  const requests: string[] = [];
  const people = new Map<string, Record<string, unknown>>();
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const server = createServer((request, response) => {
    if (state.isDown) {
      request.socket.destroy();
      return;
    }
    if (state.cuts > 0 && request.url === '/token') {
      state.cuts -= 1;
      request.socket.destroy();
      return;
    }
    requests.push((request.url ?? '').split('?', 1)[0] ?? '');
    void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/sso/callback`],
        post_logout_redirect_uris: [`${publicUrl}/login`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' } as never] },
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        // The page of the library loads a font from elsewhere.
        logoutSource: (context, form) => {
          context.type = 'html';
          context.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Continue</button>`;
        },
      },
      revocation: { enabled: true },
      introspection: { enabled: true },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => Promise.resolve(true),
    findAccount: (_context, subject) => {
      const claims = people.get(subject);
      return claims && { accountId: subject, claims: () => Promise.resolve({ sub: subject, ...claims }) };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (state.forge && context.path === '/token' && body?.id_token !== undefined)
      context.body = { ...body, id_token: state.forge(body.id_token) };
  });
  const callback = provider.callback();
  handle = async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      return response.end(
        '<!doctype html><title>Identity provider</title><form method="post"><label>Name <input name="subject"></label><button>Continue</button></form>',
      );
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const subject = new URLSearchParams(Buffer.concat(chunks).toString('utf8')).get('subject') ?? '';
    return provider.interactionFinished(request, response, { login: { accountId: subject } });
  };
  const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
  return {
    issuer,
    publicUrl,
    people,
    requests,
    sign: (text) => sign('sha256', Buffer.from(text), privateKey).toString('base64url'),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    get forge() {
      return state.forge;
    },
    set forge(forge) {
      state.forge = forge;
    },
    get isDown() {
      return state.isDown;
    },
    set isDown(isDown) {
      state.isDown = isDown;
    },
    get cuts() {
      return state.cuts;
    },
    set cuts(cuts) {
      state.cuts = cuts;
    },
    env: (base) => ({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      PUBLIC_URL: base,
    }),
    authorize: (url, subject) => authorize(url, subject, publicUrl),
    async isActive(token) {
      const response = await fetch(`${issuer}/token/introspection`, {
        method: 'POST',
        headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token }),
      });
      return ((await response.json()) as { active: boolean }).active;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Follows the redirects of a browser up to the callback. */
async function authorize(url: string, subject: string, publicUrl: string) {
  const cookies = new Map<string, string>();
  let at = url;
  for (let hop = 0; hop < 10; hop += 1) {
    if (at.startsWith(publicUrl)) {
      const { searchParams } = new URL(at);
      const given = (name: string) => searchParams.get(name) ?? '';
      return { code: given('code'), state: given('state'), iss: given('iss') };
    }
    const isForm = new URL(at).pathname.startsWith('/interaction/');
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm ? { method: 'POST', body: new URLSearchParams({ subject }) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const cut = pair.indexOf('=');
      cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`no redirect from ${at}: ${response.status} ${await response.text()}`);
    at = new URL(next, at).href;
  }
  throw new Error('too many redirects');
}
