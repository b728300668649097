import { z } from 'zod';
import { blank, optionalText, pageOf, paging } from './fields.ts';
import { maybeFolder, onPage, rights, selectedFiles, selectedFolders, selectedTrash } from './files-fields.ts';
import { FILE_TYPES } from './file-names.ts';
import { endpoint, ref } from './kit.ts';

/** Into the recycle bin and out of it. */

/** To the recycle bin: each selected record is one entry, a folder with everything in it. */
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

/** The recycle bin of a project: the entries whose files the caller may delete, latest first. */
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
      /** The folder it lay in is gone; restoring makes it again, unless another one is chosen. */
      place_gone: z.boolean(),
      file_count: z.number(),
      size: z.number(),
      deleted_by: z.number().nullable(),
      deleter: z.string(),
      deleted_at: z.string(),
      /** Days that are left, begun ones counted: 30 at first, 1 on the last. */
      days_left: z.number(),
      can: rights,
    }),
  ),
});

/**
 * Back from the recycle bin within 30 days, to where it lay or to `pid`. Folders that are gone are made again; a taken name
 * gets a number.
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

/** Removes entries of the recycle bin for good; without `trash_ids` all that the caller may delete. */
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
