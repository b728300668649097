import { z } from 'zod';
import { blank, day, done, list, optionalText, pageOf, paging, text, whole } from './fields.ts';
import { FILE_TYPES, nameProblem, tidyName } from './file-names.ts';
import { endpoint, ref } from './kit.ts';
import { LIMITS } from './limits.ts';
import { FOLDER_RIGHTS, type FolderRight } from './status.ts';

export { entryType, extOf, FILE_TYPES, fileKind, nameProblem, tidyName, type FileType } from './file-names.ts';

/** How many records one call moves, copies or deletes. */
export const SELECTED_MAX = 200;

/** A name of a file or folder: every character people use, none that deceives the eye or breaks a path. */
const fileName = () =>
  z
    .string({ error: 'validation.text' })
    .max(LIMITS.fileNameBytes, 'files.nameTooLong')
    .transform(tidyName)
    .superRefine((name, context) => {
      const problem = nameProblem(name);
      if (problem) context.addIssue({ code: 'custom', message: problem, input: name });
    });

const rights = z.object(
  Object.fromEntries(FOLDER_RIGHTS.map((right) => [right, z.boolean()])) as Record<FolderRight, z.ZodBoolean>,
);

/** One line of a list. For a folder size counts everything below it. `version` is the row's, for writes; `version_no` the file's. */
const entry = z.object({
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

const crumb = z.object({ id: z.number(), name: z.string() });
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

const maybeFolder = (right = 'read') => blank(ref('folder', right).optional());
const maybeFile = (right = 'read') => blank(ref('file', right).optional());
const selected = {
  folders: (right: FolderRight) => list(ref('folder', right), SELECTED_MAX).default([]),
  files: (right: FolderRight) => list(ref('file', right), SELECTED_MAX).default([]),
};

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

export const versions = endpoint({
  method: 'GET',
  path: '/apis/file/versions',
  access: 'signed-in',
  input: z.strictObject({ file_id: ref('file', 'view'), ...paging }),
  output: pageOf(
    z.object({
      id: z.number(),
      no: z.number(),
      name: z.string(),
      size: z.number(),
      sha256: z.string(),
      restored_from: z.number().nullable(),
      created_by: z.number().nullable(),
      creator: z.string(),
      created_at: z.string(),
      current: z.boolean(),
    }),
  ),
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

/** Files and folders whose name holds the word, in the whole project or below `pid`. */
export const search = endpoint({
  method: 'GET',
  path: '/apis/file/search',
  access: 'signed-in',
  input: z.strictObject({ project_id: ref('project'), pid: maybeFolder(), word: text(LIMITS.nameMax), ...paging }),
  output: pageOf(entry.extend({ crumbs: z.array(crumb) })),
});

export const mkdir = endpoint({
  method: 'POST',
  path: '/apis/file/mkdir',
  access: 'signed-in',
  input: z.strictObject({ pid: ref('folder', 'create'), name: fileName() }),
  output: z.object({ id: z.number() }),
});

export const rename = endpoint({
  method: 'POST',
  path: '/apis/file/rename',
  access: 'signed-in',
  input: z.strictObject({
    file_id: maybeFile('edit'),
    folder_id: maybeFolder('edit'),
    name: fileName(),
    version: whole(1),
  }),
  output: done,
});

/** Until when a file is valid, as a day that still counts; without it the file is permanent. */
export const validity = endpoint({
  method: 'POST',
  path: '/apis/file/validity',
  access: 'signed-in',
  input: z.strictObject({ file_id: ref('file', 'edit'), valid_until: blank(day().optional()), version: whole(1) }),
  output: done,
});

/** Inside one project. A name that is taken in the target refuses the whole call (1018). */
export const move = endpoint({
  method: 'POST',
  path: '/apis/file/move',
  access: 'signed-in',
  input: z.strictObject({
    folder_ids: selected.folders('delete'),
    file_ids: selected.files('delete'),
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
    folder_ids: selected.folders('download'),
    file_ids: selected.files('download'),
    pid: ref('folder', 'create'),
  }),
  output: z.object({ folders: z.number(), files: z.number() }),
});

/** To the recycle bin: each selected record is one entry, a folder with everything in it. */
export const del = endpoint({
  method: 'POST',
  path: '/apis/file/del',
  access: 'signed-in',
  input: z.strictObject({ folder_ids: selected.folders('delete'), file_ids: selected.files('delete') }),
  output: z.object({ trash_ids: z.array(z.number()) }),
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
    trash_id: ref('trash', 'delete'),
    pid: maybeFolder('create'),
    /** The project whose recycle bin is shown: an entry that somebody else restored meanwhile is then 1006 and not 444. */
    project_id: ref('project').optional(),
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
    trash_ids: list(ref('trash', 'delete'), SELECTED_MAX).optional(),
  }),
  output: z.object({ cleared: z.number() }),
});

/** Makes an older version the newest again, as a version of its own; needs create and edit like every new version. */
export const versionRestore = endpoint({
  method: 'POST',
  path: '/apis/file/versionRestore',
  access: 'signed-in',
  input: z.strictObject({
    file_id: ref('file', 'edit'),
    version_id: ref('file_version', 'create'),
    version: whole(1),
  }),
  output: z.object({ version_id: z.number(), version_no: z.number() }),
});

const rightsList = z.array(z.enum(FOLDER_RIGHTS));

/** Whom folder rights can be given to. */
export const GRANT_TO = ['project-role', 'person'] as const;
export type GrantTo = (typeof GRANT_TO)[number];

/** Who may do what in a folder: per person or project role what is set here, what comes from above and from where. */
export const permissionList = endpoint({
  method: 'POST',
  path: '/apis/file/permissionList',
  access: 'signed-in',
  input: z.strictObject({ folder_id: ref('folder', 'authorize') }),
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
 * taken away (1008), and nobody gives or takes what he does not have himself (1005).
 */
export const permissionSet = endpoint({
  method: 'POST',
  path: '/apis/file/permissionSet',
  access: 'signed-in',
  input: z.strictObject({
    folder_id: ref('folder', 'authorize'),
    /** One of both: a project role, or a member of the folder's project. */
    role_id: blank(ref('role').optional()),
    user_id: blank(ref('user', 'any').optional()),
    rights: list(z.enum(FOLDER_RIGHTS), FOLDER_RIGHTS.length),
  }),
  output: done,
});

/** A signed address of the file's bytes (current version unless one is named), good for five minutes and any number of ranges. */
export const download = endpoint({
  method: 'POST',
  path: '/apis/file/download',
  access: 'signed-in',
  input: z.strictObject({
    file_id: ref('file', 'download'),
    version_id: blank(ref('file_version', 'download').optional()),
  }),
  output: z.object({ url: z.string() }),
});

/**
 * The same for looking at it inside the browser: images, pdf and text whose content is what the ending says; anything else
 * is refused with 1008. Asks for the right to view and leaves no trace as a download, because it is none.
 */
export const preview = endpoint({
  method: 'POST',
  path: '/apis/file/preview',
  access: 'signed-in',
  input: z.strictObject({
    file_id: ref('file', 'view'),
    version_id: blank(ref('file_version', 'view').optional()),
  }),
  output: z.object({ url: z.string(), type: z.string() }),
});

/**
 * The bytes behind a signed address. Public, because a browser opens it in a new tab or by an <img> and sends no token there;
 * the signature names file version, person, session and deadline, and the session and the person's rights are judged anew on
 * every request, so an address dies with the session, the membership or the grant it was made under.
 */
export const raw = endpoint({
  method: 'GET',
  path: '/apis/file/raw',
  access: 'public',
  transport: 'download',
  input: z.strictObject({ sign: text(300) }),
  output: z.unknown(),
});

/**
 * Uploads speak tus 1.0.0 (creation, creation-with-upload, termination). Every request names the folder it goes to, and is
 * judged by the right to create there; an upload that is not the caller's own answers 404. Metadata: `filename`, and
 * `relativePath` when a folder is uploaded. Refusals have true HTTP statuses with the envelope as body.
 */
const chunk = { access: 'signed-in', transport: 'tus', output: z.unknown() } as const;
const chunkInput = z.strictObject({ pid: ref('folder', 'create') });
export const uploadCreate = endpoint({
  method: 'POST',
  path: '/apis/upload/chunk',
  ...chunk,
  input: chunkInput,
});
export const uploadHead = endpoint({ method: 'HEAD', path: '/apis/upload/chunk/:id', ...chunk, input: chunkInput });
export const uploadPatch = endpoint({ method: 'PATCH', path: '/apis/upload/chunk/:id', ...chunk, input: chunkInput });
export const uploadDelete = endpoint({ method: 'DELETE', path: '/apis/upload/chunk/:id', ...chunk, input: chunkInput });

/**
 * Tells the server that all bytes are there. The last PATCH does the same by itself; a client that did not hear its answer
 * calls this, any number of times, and gets the one file that was stored.
 */
export const uploadCommit = endpoint({
  method: 'POST',
  path: '/apis/upload/commit',
  access: 'signed-in',
  input: z.strictObject({ uploadId: z.string().regex(/^[0-9a-f]{32}$/, 'validation.id') }),
  output: z.object({
    file_id: z.number(),
    version_id: z.number(),
    version_no: z.number(),
    folder_id: z.number(),
    name: z.string(),
  }),
});
