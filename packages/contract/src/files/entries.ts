import { z } from 'zod';
import { done, limit, pageOf, paging, text, version } from '../kit/fields.ts';
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
} from './fields.ts';
import { endpoint, ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { FOLDER_RIGHTS } from '../status.ts';

/** Calls that treat folders and files alike: lists, rights, move, copy. */

const holder = z.object({
  kind: z.enum(['role', 'group', 'project-role', 'folder-grant', 'person', 'department']),
  id: z.number(),
  name: z.string(),
});
/** The steps of a permission decision; the text of a step is at access.<code>. */
const reason = z.object({
  code: z.string(),
  action: z.string().optional(),
  actions: z.array(z.string()).optional(),
  projectId: z.string().optional(),
  via: holder.optional(),
  through: holder.optional(),
});

/**
 * The content of a folder (without `pid`: of the project's root), folders first. A caller without the right to view
 * the folder gets only the folders on the way to one with a grant.
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

/** The direct sub-folders of a folder (without `pid`: of the root), for a tree that loads level by level. */
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

/** One file or one folder. `why` explains the decision on that right, as its steps. */
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

/** Files and folders whose name contains the word, in the whole project or below `pid`. */
export const search = endpoint({
  method: 'GET',
  path: '/apis/file/search',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project'), pid: maybeFolder(), word: text(LIMITS.nameMax), ...paging }),
  output: pageOf(entry.extend({ crumbs: z.array(crumb) })),
});

/** The most recently changed files of a project, newest first. */
export const recent = endpoint({
  method: 'GET',
  path: '/apis/file/recent',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project'), limit: limit(50).default(10) }),
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
    version: version(),
  }),
  output: done,
});

/** Moves within one project. A name that is taken in the target refuses the whole call (1018). */
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

/**
 * Copies, also into another project. It copies current versions only, adds a number to a taken name, and inherits no
 * grants from the source.
 */
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
