import { ssoCallback, ssoLink, ssoUrl } from '@prdm/contract/identity/sso';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Identity } from '../index.ts';
import type { SsoSources } from './sso.ts';

/** Sign-in through the identity provider. */
export function ssoRoutes(mount: Mount, identity: Identity, sources: SsoSources): void {
  mount(ssoUrl, (_input, { ip }) => identity.startSso(ip));
  mount(ssoCallback, (answer, { ip, agent, lang }) => identity.finishSso(answer, { ip, agent, lang, sessionId: null }));
  mount(ssoLink, async (input, { ip, agent, lang, token }) =>
    identity.linkSso(input, { ip, agent, lang, sessionId: await identity.sessionIdOf(token) }, sources),
  );
}
