import type { Principal } from '@prdm/access';
import type { Lang } from '@prdm/locales';
import type { Actor } from '../../platform/actor.ts';
import { principalOf, type Organisation, type ProjectMap } from '../organisation/index.ts';

/** The actor with the current rights. The context of every call is a Caller. */
export interface Caller {
  readonly actor: Actor;
  readonly principal: Principal;
}

type Roles = Awaited<ReturnType<Organisation['rolesByIds']>>;

interface Parts {
  readonly organisation: Pick<Organisation, 'person' | 'rolesByIds'>;
  accessOf(
    enterpriseId: number,
    userId: number,
    rolesByIds: (ids: readonly number[]) => Promise<Roles>,
  ): Promise<ProjectMap>;
}

/**
 * The current rights of a user, for work outside a signed-in call: a finished upload, a signed address, a mentioned
 * reader. Null for an inactive user.
 */
export async function callerNow(
  { organisation, accessOf }: Parts,
  enterpriseId: number,
  userId: number,
  from: { ip: string; agent: string; lang: Lang } = { ip: '', agent: '', lang: 'zh' },
): Promise<Caller | null> {
  const [person, map] = await Promise.all([
    organisation.person(enterpriseId, userId),
    accessOf(enterpriseId, userId, (ids) => organisation.rolesByIds(enterpriseId, ids)),
  ]);
  if (!person) return null;
  return {
    actor: { enterpriseId, userId, name: person.name, ...from },
    principal: principalOf(enterpriseId, userId, person, map),
  };
}
