import { recoverPassword, sendCode, sendVerify } from '@prdm/contract/identity/recovery';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { Identity } from '../index.ts';
import type { RecoverySources } from './recovery.ts';

/** The calls of recovery. They are public; a code of type `change_email` needs a session besides. */
export function recoveryRoutes(mount: Mount, identity: Identity, sources: RecoverySources): void {
  const visitorOf = async ({ ip, agent, lang, token }: CallContext) => {
    const owner = await identity.ownerOf(token);
    return { ip, agent, lang, owner, sessionId: owner?.sessionId ?? null };
  };
  mount(sendCode, async (input, context) => identity.sendCode(sources, input, await visitorOf(context)));
  mount(sendVerify, async (input, context) => identity.verifyCode(sources, input, await visitorOf(context)));
  mount(recoverPassword, async (input, context) => {
    await identity.recoverPassword(sources, input, await visitorOf(context));
    return null;
  });
}
