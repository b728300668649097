import { z } from 'zod';
import { blank, list } from './fields.ts';
import { FILE_TYPES, nameProblem, tidyName } from './file-names.ts';
import { ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { FOLDER_RIGHTS, type FolderRight } from './status.ts';

/** How many records one call moves, copies or deletes. */
export const SELECTED_MAX = 200;

/** A name of a file or folder: every character people use, none that deceives the eye or breaks a path. */
export const fileName = () =>
  z
    .string({ error: 'validation.text' })
    .max(LIMITS.fileNameBytes, 'files.nameTooLong')
    .transform(tidyName)
    .superRefine((name, context) => {
      const problem = nameProblem(name);
      if (problem) context.addIssue({ code: 'custom', message: problem, input: name });
    });

/** Which of the six rights the caller has. */
export const rights = z.object(
  Object.fromEntries(FOLDER_RIGHTS.map((right) => [right, z.boolean()])) as Record<FolderRight, z.ZodBoolean>,
);

/** One line of a list. For a folder size counts everything below it. `version` is the row's, for writes; `version_no` the file's. */
export const entry = z.object({
  kind: z.enum(['folder', 'file']),
  id: z.number(),
  pid: z.number().nullable(),
  name: z.string(),
  type: z.enum(FILE_TYPES),
  ext: z.string(),
  size: z.number(),
  file_total: z.number().nullable(),
  version_no: z.number().nullable(),
  version_id: z.number().nullable(),
  owner_id: z.number().nullable(),
  owner: z.string(),
  valid_until: z.string().nullable(),
  expired: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
  can: rights,
});
export type FileEntry = z.output<typeof entry>;

/** A folder on the way down to a record. */
export const crumb = z.object({ id: z.number(), name: z.string() });

export const maybeFolder = (right = 'read') => blank(ref('folder', right).optional());
export const maybeFile = (right = 'read') => blank(ref('file', right).optional());

/** Records that a person selected. One that is named twice is selected once: nothing is done to it a second time. */
const selected = (kind: 'folder' | 'file' | 'trash', right: FolderRight) =>
  list(ref(kind, right), SELECTED_MAX).transform((ids) => [...new Set(ids)]);
export const selectedFolders = (right: FolderRight) => selected('folder', right).default([]);
export const selectedFiles = (right: FolderRight) => selected('file', right).default([]);
export const selectedTrash = (right: FolderRight) => selected('trash', right);

/**
 * The project whose page a call is made on, beside the ids that belong to it. With it, what was deleted or hidden meanwhile is 1006,
 * and the page stays. An id alone that may not be seen can only be "not in the project" (444), as an id that names nothing is.
 */
export const onPage = { project_id: ref('project').optional() };
