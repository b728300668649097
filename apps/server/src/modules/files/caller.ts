import type { Lang } from '@prdm/locales';
import { principalOf } from '../organisation/index.ts';
import type { Caller, Parts } from './parts.ts';

/** A person as he is now, for work that is not a signed-in call of his: a finished upload, a signed address. Null: he has left. */
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
