import type { RoleKey } from '../nodes.ts';
import type { FolderRight } from '../status.ts';

/** The folders of a new project without a template (decisions.md section 6); names: locales, files.standard. */
export const STANDARD_FOLDERS = [
  'contract',
  'design_input',
  'datum',
  'concept',
  'preliminary',
  'construction_doc',
  'model',
  'meeting',
  'change',
  'archive',
] as const;

export const WORKING: readonly FolderRight[] = ['view', 'download', 'create', 'edit'];
const CHECKING: readonly FolderRight[] = ['view', 'download', 'create'];

/**
 * The rights of the standard project roles in all folders of a new project. Designers need edit: a new version of
 * their own drawing changes a file. The manager has all rights, so that there is a user who can grant rights from the
 * first day.
 */
export const STANDARD_GRANTS: readonly (readonly [RoleKey, readonly FolderRight[]])[] = [
  ['project_manager', [...WORKING, 'delete', 'authorize']],
  ['project_leader', [...WORKING, 'delete', 'authorize']],
  ['coordinator', [...WORKING, 'delete']],
  ['professional_leader', WORKING],
  ['designer', WORKING],
  ['proofreader', CHECKING],
  ['reviewer', CHECKING],
  ['approver', CHECKING],
  ['partner', ['view']],
];
