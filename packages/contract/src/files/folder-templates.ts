import { z } from 'zod';
import { entityCalls } from '../kit/entity.ts';
import { count, list, text } from '../kit/fields.ts';
import { ref } from '../kit.ts';
import { LIMITS } from '../limits.ts';
import { FOLDER_RIGHTS } from '../status.ts';
import { fileName } from './fields.ts';

/** The deepest level of a template: the folders of the project itself have the depth 0. */
export const TEMPLATE_DEPTH_MAX = 5;
const FOLDERS_MAX = 200;
const GRANTS_MAX = 20;

/** The rights of a project role in a folder and in everything below it. Any right includes view. */
const grants = () =>
  list(
    z.strictObject({ role_id: ref('role'), rights: list(z.enum(FOLDER_RIGHTS), FOLDER_RIGHTS.length) }),
    GRANTS_MAX,
  ).default([]);

/**
 * The tree in the order in which it is read. `depth` is at most one more than that of the line before; the first line
 * has the depth 0. Folders of one parent have different names.
 */
const folders = () =>
  list(
    z.strictObject({ name: fileName(), depth: count(TEMPLATE_DEPTH_MAX), grants: grants() }),
    FOLDERS_MAX,
  ).superRefine((lines, context) => {
    const siblings: Set<string>[] = [];
    for (const [index, { name, depth }] of lines.entries()) {
      const at = (field: string, message: string) =>
        context.addIssue({ code: 'custom', message, path: [index, field], input: lines });
      if (depth > siblings.length) at('depth', 'validation.value');
      siblings.length = Math.min(siblings.length, depth + 1);
      const names = (siblings[depth] ??= new Set());
      if (names.has(name.toLowerCase())) at('name', 'validation.sameName');
      names.add(name.toLowerCase());
    }
  });

const shownGrants = z.array(z.object({ role_id: z.number(), rights: z.array(z.enum(FOLDER_RIGHTS)) }));

/**
 * Folder templates (文件夹模板): the folders of a new project with the rights of its roles. A template may be the default
 * of project types. A type has at most one default (1001 on `project_type_ids`).
 */
export const folderTemplates = entityCalls({
  kind: 'folder_template',
  path: '/apis/config/folder_template',
  reads: 'signed-in',
  writes: { scope: 'enterprise', anyOf: ['ProjectSetting-index'] },
  fields: {
    name: text(LIMITS.nameMax),
    /** Rights in all folders of the project. The manager has all rights without a grant. */
    grants: grants(),
    folders: folders(),
    project_type_ids: list(ref('project_type', 'choose'), LIMITS.unpagedMax).default([]),
  },
  row: {
    grants: shownGrants,
    folders: z.array(z.object({ name: z.string(), depth: z.number(), grants: shownGrants })),
    project_types: z.array(z.object({ id: z.number(), name: z.string() })),
  },
  filters: {},
});
export type TemplateFolder = z.output<typeof folderTemplates.index.output>['list'][number]['folders'][number];
