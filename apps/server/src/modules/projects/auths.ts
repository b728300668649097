import { hidesProject, type Principal } from '@prdm/access';
import type { Organisation } from '../organisation/index.ts';

interface Entry {
  readonly action: string;
}
interface Auths {
  roles: { id: number; name: string }[];
  access: Entry[];
  project_access: Record<string, Entry[]>;
}

const distinct = (entries: readonly Entry[]): Entry[] =>
  [...new Set(entries.map(({ action }) => action))].map((action) => ({ action }));

/** The rights of a user in the enterprise and in each project, as calls judge them now. Empty for a user who may not sign in. */
export async function authsOf(
  organisation: Pick<Organisation, 'principalsOf'>,
  reader: Principal,
  userId: number,
): Promise<Auths> {
  const person = (await organisation.principalsOf(reader.enterpriseId, [userId])).get(userId);
  if (!person) return { roles: [], access: [], project_access: {} };
  const { roles, projectAccess } = person.principal;
  return {
    roles: roles.map(({ id, name }) => ({ id, name })),
    access: distinct(roles.flatMap((role) => role.access)),
    project_access: Object.fromEntries(
      Object.entries(projectAccess)
        .filter(([id]) => !hidesProject(reader, id))
        .map(([id, entries]) => [id, distinct(entries as readonly Entry[])]),
    ),
  };
}
