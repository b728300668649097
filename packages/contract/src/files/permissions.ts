import { z } from 'zod';
import { blank, done, list, someOf } from '../kit/fields.ts';
import { onPage } from './fields.ts';
import { endpoint, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { FOLDER_RIGHTS } from '../status.ts';

const rightsList = z.array(z.enum(FOLDER_RIGHTS));

/** Kinds of grantees of folder rights. */
export const GRANT_TO = ['project-role', 'person'] as const;
export type GrantTo = (typeof GRANT_TO)[number];

/**
 * The grants of a folder, per person or project role: the rights set here, and the inherited rights with their source.
 */
export const permissionList = endpoint({
  method: 'POST',
  path: '/apis/file/permissionList',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, folder_id: ref('folder', 'authorize') }),
  output: z.object({
    /** The rights that the caller may grant or revoke: the caller's own. */
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

/** The new rights of one recipient in a folder. */
const change = {
  /** Exactly one of both: a project role, or a member of the folder's project. */
  role_id: blank(ref('role').optional()),
  user_id: blank(ref('user', 'any').optional()),
  rights: list(z.enum(FOLDER_RIGHTS), FOLDER_RIGHTS.length),
  /** The `rights` of the row that the caller edited; left out, none. */
  seen: list(z.enum(FOLDER_RIGHTS), FOLDER_RIGHTS.length).default([]),
};

/**
 * Sets the rights of a person or role in a folder. `rights` is the full set, inherited rights included. An inherited
 * right cannot be removed (1008). A caller cannot grant or revoke a right that he does not have (1005). When the
 * current rights differ from `seen`, the call changes nothing (1009).
 */
export const permissionSet = endpoint({
  method: 'POST',
  path: '/apis/file/permissionSet',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, folder_id: ref('folder', 'authorize'), ...change }),
  output: done,
});

/**
 * Gains and losses of the active members in this folder, were all these changes saved. Changes nothing, and refuses
 * what saving would refuse. Folders below inherit a gain, and a loss unless they have a grant of their own.
 */
export const permissionPreview = endpoint({
  method: 'POST',
  path: '/apis/file/permissionPreview',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    folder_id: ref('folder', 'authorize'),
    changes: someOf(z.strictObject(change), LIMITS.bulkMax),
  }),
  output: z.object({
    /** The people for whom a right changes: the first 200. `total` counts all. */
    people: z.array(z.object({ id: z.number(), name: z.string(), gains: rightsList, losses: rightsList })),
    total: z.number(),
  }),
});
