import { getKeyIv } from '@prdm/contract/identity';
import { ssoCallback, ssoLink, ssoUrl } from '@prdm/contract/identity/sso';
import type { TestIdentityProvider } from '../servers/identity-provider.ts';
import type { TestApp } from '../servers/start-app.ts';
import { encryptTransfer, type Answer } from '../worlds/calls.ts';

/** The base address of servers whose callback no browser opens. */
export const SSO_BASE = 'http://127.0.0.1:1';

/** Steps of a sign-in through the provider, by the real calls. */
export const ssoSteps = (app: TestApp, idp: TestIdentityProvider) => {
  /** The provider's answer to a fresh attempt. */
  const authorized = async (subject: string) => {
    const { data } = await app.call(ssoUrl, {});
    return idp.authorize(data.url as string, subject);
  };
  const callback = async (subject: string): Promise<Answer> => app.call(ssoCallback, await authorized(subject));
  const link = async (ticket: string, account: string, password: string): Promise<Answer> => {
    const { data } = await app.call(getKeyIv, {});
    return app.call(ssoLink, {
      ticket,
      account,
      password: encryptTransfer(password, data.key as string, data.iv as string),
      kid: data.kid,
    });
  };
  return {
    authorized,
    callback,
    link,
    /** Links a new person of the provider with an account, and returns the token. */
    async linked(subject: string, account: string, password: string): Promise<string> {
      const { data } = await callback(subject);
      const answer = await link(data.link.ticket as string, account, password);
      if (answer.code !== 0) throw new Error(`link refused: ${answer.code} ${answer.msg}`);
      return answer.data.token as string;
    },
  };
};
