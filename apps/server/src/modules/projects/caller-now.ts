import type { Principal } from '@prdm/access';
import type { Lang } from '@prdm/locales';
import type { Actor } from '../../platform/actor.ts';
import type { Organisation } from '../organisation/index.ts';

/** The actor with the current rights. The context of every call is a Caller. */
export interface Caller {
  readonly actor: Actor;
  readonly principal: Principal;
}

/**
 * The current rights of a user, for work outside a signed-in call: a finished upload, a signed address, a mentioned
 * reader. Null for an inactive user.
 */
export async function callerNow(
  organisation: Pick<Organisation, 'principalsOf'>,
  enterpriseId: number,
  userId: number,
  from: { ip: string; agent: string; lang: Lang } = { ip: '', agent: '', lang: 'zh' },
): Promise<Caller | null> {
  const person = (await organisation.principalsOf(enterpriseId, [userId])).get(userId);
  if (!person) return null;
  return { actor: { enterpriseId, userId, name: person.name, ...from }, principal: person.principal };
}
