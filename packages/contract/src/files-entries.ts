import { z } from 'zod';
import { done, pageOf, paging, text, whole } from './fields.ts';
import {
  crumb,
  entry,
  fileName,
  maybeFile,
  maybeFolder,
  onPage,
  rights,
  selectedFiles,
  selectedFolders,
} from './files-fields.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { FOLDER_RIGHTS } from './status.ts';

/** Folders and files as people see them: what lies where, and what is done with either of them alike. */

const holder = z.object({
  kind: z.enum(['role', 'group', 'project-role', 'folder-grant', 'person']),
  id: z.number(),
  name: z.string(),
});
/** The steps of a permission decision, to be put into words (access.<code>). */
const reason = z.object({
  code: z.string(),
  action: z.string().optional(),
  actions: z.array(z.string()).optional(),
  projectId: z.string().optional(),
  via: holder.optional(),
  through: holder.optional(),
});

/**
 * What lies in a folder (without `pid`: in the project's root), folders first. Who may not view the folder itself sees
 * only the folders that lead to one that was opened to him.
 */
export const index = endpoint({
  method: 'GET',
  path: '/apis/file/index',
  access: 'signed-in',
  input: z.strictObject({
    project_id: ref('project'),
    pid: maybeFolder(),
    sort: z.enum(['name', 'size', 'time']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
    ...paging,
  }),
  output: pageOf(entry).extend({ folder: entry, crumbs: z.array(crumb) }),
});

/** The folders directly below one (without `pid`: below the root), for a tree that opens step by step. */
export const tree = endpoint({
  method: 'GET',
  path: '/apis/file/tree',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project'), pid: maybeFolder() }),
  output: z.object({
    pid: z.number(),
    list: z.array(z.object({ id: z.number(), name: z.string(), has_children: z.boolean(), can: rights })),
  }),
});

/** One file or one folder. `why`: how the answer to that right came about, as the steps of the decision. */
export const info = endpoint({
  method: 'GET',
  path: '/apis/file/info',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    file_id: maybeFile('view'),
    folder_id: maybeFolder(),
    why: z.enum(FOLDER_RIGHTS).optional(),
  }),
  output: entry.extend({
    project_id: z.number(),
    crumbs: z.array(crumb),
    why: z.object({ allowed: z.boolean(), chain: z.array(reason) }).nullable(),
  }),
});

/** Files and folders whose name holds the word, in the whole project or below `pid`. */
export const search = endpoint({
  method: 'GET',
  path: '/apis/file/search',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project'), pid: maybeFolder(), word: text(LIMITS.nameMax), ...paging }),
  output: pageOf(entry.extend({ crumbs: z.array(crumb) })),
});

/** The files of a project that changed last, newest first. */
export const recent = endpoint({
  method: 'GET',
  path: '/apis/file/recent',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project'), limit: whole(1, 50).default(10) }),
  output: z.object({ list: z.array(entry.extend({ crumbs: z.array(crumb) })) }),
});

export const mkdir = endpoint({
  method: 'POST',
  path: '/apis/file/mkdir',
  access: 'signed-in',
  input: z.strictObject({ ...onPage, pid: ref('folder', 'create'), name: fileName() }),
  output: z.object({ id: z.number() }),
});

export const rename = endpoint({
  method: 'POST',
  path: '/apis/file/rename',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    file_id: maybeFile('edit'),
    folder_id: maybeFolder('edit'),
    name: fileName(),
    version: whole(1),
  }),
  output: done,
});

/** Inside one project. A name that is taken in the target refuses the whole call (1018). */
export const move = endpoint({
  method: 'POST',
  path: '/apis/file/move',
  access: 'signed-in',
  input: z.strictObject({
    ...onPage,
    folder_ids: selectedFolders('delete'),
    file_ids: selectedFiles('delete'),
    pid: ref('folder', 'create'),
  }),
  output: done,
});

/** Also into another project. Current versions only; a name that is taken gets a number; nothing is inherited from the original. */
export const copy = endpoint({
  method: 'POST',
  path: '/apis/file/copy',
  access: 'signed-in',
  crossProject: true,
  input: z.strictObject({
    ...onPage,
    folder_ids: selectedFolders('download'),
    file_ids: selectedFiles('download'),
    pid: ref('folder', 'create'),
  }),
  output: z.object({ folders: z.number(), files: z.number() }),
});
