import type { Lang } from '@prdm/locales';
import { principalOf } from '../organisation/index.ts';
import type { Caller, Parts } from './parts.ts';

/**
 * The current rights of a user, for work outside a signed-in call: a finished upload or a signed address. Null for an
 * inactive user.
 */
export async function callerNow(
  parts: Pick<Parts, 'organisation' | 'projects'>,
  enterpriseId: number,
  userId: number,
  from: { ip: string; agent: string; lang: Lang } = { ip: '', agent: '', lang: 'zh' },
): Promise<Caller | null> {
  const [person, map] = await Promise.all([
    parts.organisation.person(enterpriseId, userId),
    parts.projects.accessOf(enterpriseId, userId, (ids) => parts.organisation.rolesByIds(enterpriseId, ids)),
  ]);
  if (!person) return null;
  return {
    actor: { enterpriseId, userId, name: person.name, ...from },
    principal: principalOf(enterpriseId, userId, person, map),
  };
}
