import { z } from 'zod';
import { blank, list, onceEach } from '../kit/fields.ts';
import { FILE_TYPES, nameProblem, tidyName } from '../kit/file-names.ts';
import { conversion, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { FOLDER_RIGHTS, type FolderRight } from '../status.ts';

/** The largest number of records in one move, copy or delete. */
export const SELECTED_MAX = 200;

/** A name of a file or folder. It refuses characters that deceive the eye or break a path. */
export const fileName = () =>
  z
    .string({ error: 'validation.text' })
    .max(LIMITS.fileNameBytes, 'files.nameTooLong')
    .transform(conversion(tidyName))
    .superRefine((name, context) => {
      const problem = nameProblem(name);
      if (problem) context.addIssue({ code: 'custom', message: problem, input: name });
    });

/** The caller's value for each of the six rights. */
export const rights = z.object(
  Object.fromEntries(FOLDER_RIGHTS.map((right) => [right, z.boolean()])) as Record<FolderRight, z.ZodBoolean>,
);

/**
 * One line of a list. The size of a folder includes everything below it. `version` is the row's, for writes;
 * `version_no` is the file's.
 */
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

/** A folder on the path to a record. */
export const crumb = z.object({ id: z.number(), name: z.string() });

export const maybeFolder = <R extends string = 'read'>(right?: R) => blank(ref('folder', right).optional());
export const maybeFile = <R extends string = 'read'>(right?: R) => blank(ref('file', right).optional());

/** Selected records. A repeated record counts once, so that a call never handles it twice. */
const selected = <K extends 'folder' | 'file' | 'trash', R extends FolderRight>(kind: K, right: R) =>
  onceEach(list(ref(kind, right), SELECTED_MAX));
export const selectedFolders = <R extends FolderRight>(right: R) => selected('folder', right).default([]);
export const selectedFiles = <R extends FolderRight>(right: R) => selected('file', right).default([]);
export const selectedTrash = <R extends FolderRight>(right: R) => selected('trash', right);

/**
 * The project of the page that makes the call, beside the ids in it. With it, a record that was deleted or hidden
 * answers 1006 and the page stays open. Without it, a hidden id and an unknown id both answer "not in the project"
 * (444).
 */
export const onPage = { project_id: ref('project').optional() };
