import { z } from 'zod';
import { blank, done, list } from './fields.ts';
import { onPage } from './files-fields.ts';
import { endpoint, ref } from './kit.ts';
import { FOLDER_RIGHTS } from './status.ts';

const rightsList = z.array(z.enum(FOLDER_RIGHTS));

/** Whom folder rights can be given to. */
export const GRANT_TO = ['project-role', 'person'] as const;
export type GrantTo = (typeof GRANT_TO)[number];

/** Who may do what in a folder: per person or project role what is set here, what comes from above and from where. */
export const permissionList = endpoint({
  method: 'POST',
  path: '/apis/file/permissionList',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, folder_id: ref('folder', 'authorize') }),
  output: z.object({
    /** The rights the caller may give and take: his own. */
    own: rightsList,
    list: z.array(
      z.object({
        to_kind: z.enum(GRANT_TO),
        to_id: z.number(),
        name: z.string(),
        rights: rightsList,
        set_here: rightsList,
        inherited: z.array(z.object({ folder_id: z.number(), folder: z.string(), rights: rightsList })),
      }),
    ),
  }),
});

/**
 * `rights` is everything the person or role shall have in the folder, the inherited ones included: what is inherited cannot be
 * taken away (1008), and nobody gives or takes what he does not have himself (1005). Where the person or role has by now other
 * rights than `seen`, nothing is changed (1009).
 */
export const permissionSet = endpoint({
  method: 'POST',
  path: '/apis/file/permissionSet',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    folder_id: ref('folder', 'authorize'),
    /** One of both: a project role, or a member of the folder's project. */
    role_id: blank(ref('role').optional()),
    user_id: blank(ref('user', 'any').optional()),
    rights: list(z.enum(FOLDER_RIGHTS), FOLDER_RIGHTS.length),
    /** The `rights` of the row from which these were made; none, when it is left out. */
    seen: list(z.enum(FOLDER_RIGHTS), FOLDER_RIGHTS.length).default([]),
  }),
  output: done,
});
