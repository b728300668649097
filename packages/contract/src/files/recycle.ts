import { z } from 'zod';
import { blank, optionalText, pageOf, paging } from '../kit/fields.ts';
import { maybeFolder, onPage, rights, selectedFiles, selectedFolders, selectedTrash } from './fields.ts';
import { FILE_TYPES } from '../kit/file-names.ts';
import { endpoint, ref } from '../kit.ts';

/** Calls of the recycle bin. */

/** Moves to the recycle bin. Each selected record becomes one entry; a folder keeps its content. */
export const del = endpoint({
  method: 'POST',
  path: '/apis/file/del',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    folder_ids: selectedFolders('delete'),
    file_ids: selectedFiles('delete'),
  }),
  output: z.object({ trash_ids: z.array(z.number()) }),
});

/** The recycle bin of a project: the entries that the caller may delete, latest first. */
export const recycle = endpoint({
  method: 'GET',
  path: '/apis/file/recycle',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project'), word: blank(optionalText()), ...paging }),
  output: pageOf(
    z.object({
      id: z.number(),
      kind: z.enum(['folder', 'file']),
      name: z.string(),
      type: z.enum(FILE_TYPES),
      place: z.array(z.string()),
      /** The original folder no longer exists. A restore creates it, unless the caller chooses another folder. */
      place_gone: z.boolean(),
      file_count: z.number(),
      size: z.number(),
      deleted_by: z.number().nullable(),
      deleter: z.string(),
      deleted_at: z.string(),
      /** Remaining days, rounded up: 30 at first, 1 on the last day. */
      days_left: z.number(),
      can: rights,
    }),
  ),
});

/**
 * Restores from the recycle bin within 30 days, to the original folder or to `pid`. It creates missing folders and
 * adds a number to a taken name.
 */
export const restore = endpoint({
  method: 'POST',
  path: '/apis/file/restore',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    trash_id: ref('trash', 'delete'),
    pid: maybeFolder('create'),
  }),
  output: z.object({ folder_id: z.number(), name: z.string() }),
});

/** Deletes entries of the recycle bin permanently; without `trash_ids`, all that the caller may delete. */
export const clear = endpoint({
  method: 'POST',
  path: '/apis/file/clear',
  access: 'signed-in',
  input: z.strictObject({
    project_id: ref('project'),
    trash_ids: selectedTrash('delete').optional(),
  }),
  output: z.object({ cleared: z.number() }),
});
