import {
  changePassword,
  check,
  getKeyIv,
  getUserSetting,
  loginHistory,
  loginPwd,
  logout,
} from '@prdm/contract/identity';
import { LANGS } from '@prdm/locales';
import type { Mount } from '../../platform/http/mounting.ts';
import type { Identity } from './index.ts';
import { FACTORY_POLICY, type PasswordPolicy } from './identity.rules.ts';

/** The page that leads to the identity provider. */
const SSO_PAGE = '/sso';

export interface LoginEntry {
  id: number;
  at: string;
  ip: string;
  agent: string;
  way: string;
  result: string;
}

export function identityRoutes(
  mount: Mount,
  identity: Identity,
  others: {
    /** Title and logo before sign-in. */
    brand: () => Promise<{ title: string; logo: string }>;
    publicUrl: string | undefined;
    policyOf: (enterpriseId: number) => Promise<PasswordPolicy>;
    /** The enterprise setting `accept_default_key`. */
    acceptsDefaultKey: (enterpriseId: number) => Promise<boolean>;
    loginHistory: (enterpriseId: number, userId: number) => Promise<LoginEntry[]>;
    /** Phone and e-mail of the enterprise, for users who cannot sign in. Empty when there are several enterprises. */
    contact: () => Promise<{ phone: string; email: string }>;
    /** Phone and e-mail of a person, '' where there is none. */
    contactOf: (enterpriseId: number, userId: number) => Promise<{ phone: string; email: string }>;
  },
): void {
  mount(getKeyIv, async (_input, { ip, token }) =>
    identity.newTransferKey({ sessionId: await identity.sessionIdOf(token), ip }),
  );
  mount(loginPwd, async ({ account, password, kid, auto }, { ip, agent, lang, token }) =>
    identity.signIn(
      { account, password, kid, automatic: auto === '1' },
      { ip, agent, lang, sessionId: await identity.sessionIdOf(token) },
      others.acceptsDefaultKey,
    ),
  );
  mount(check, async ({ token }, context) => ({
    valid: await identity.isAlive(context.token === '' ? (token ?? '') : context.token),
  }));
  mount(logout, (_input, { actor, session }) => identity.signOut(actor, session));
  mount(changePassword, async (input, { actor, session }) => {
    await identity.changePassword(
      input,
      { ...actor, userId: session.userId },
      {
        policy: await others.policyOf(session.enterpriseId),
        sessionId: session.id,
        acceptsDefaultKey: () => others.acceptsDefaultKey(session.enterpriseId),
        emailOf: async () => (await others.contactOf(session.enterpriseId, session.userId)).email,
      },
    );
    return null;
  });
  mount(getUserSetting, async () => {
    const contact = identity.sendsMail ? { phone: '', email: '' } : await others.contact();
    return {
      ...(await others.brand()),
      base: others.publicUrl ?? '',
      languages: [...LANGS],
      sso: identity.acceptsSso ? { enabled: true, url: SSO_PAGE } : { enabled: false, url: '' },
      auto_login: true,
      password_length_min: FACTORY_POLICY.min,
      password_length_max: FACTORY_POLICY.max,
      recovery: { by_mail: identity.sendsMail, ...contact },
    };
  });
  mount(loginHistory, async (_input, { session }) => {
    const list = await others.loginHistory(session.enterpriseId, session.userId);
    return { list, total: list.length };
  });
}
