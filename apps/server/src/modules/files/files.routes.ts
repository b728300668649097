import * as contract from '@prdm/contract/files';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import { fail } from '../../platform/errors.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Files } from './index.ts';

export function filesRoutes(mount: Mount, files: Files, people: Pick<Organisation['kinds'], 'role' | 'user'>): void {
  const { calls, kinds } = files;
  const projectOf = (context: CallContext, field: string): number => {
    const { projectId } = context.subject(kinds.folder, field);
    if (projectId === null) throw fail.notFound();
    return projectId;
  };
  const selection = (context: CallContext) => ({
    folderIds: context.subjects(kinds.folder, 'folder_ids.*').map(({ id }) => id),
    fileIds: context.subjects(kinds.file, 'file_ids.*').map(({ id }) => id),
  });

  mount(contract.index, ({ project_id, pid, sort, order, ...cut }, context) =>
    calls.listFolder(context, {
      ...cut,
      projectId: project_id,
      pid: pid ?? null,
      order: { sort, desc: order === 'desc' },
    }),
  );
  mount(contract.tree, ({ project_id, pid }, context) =>
    calls.listTree(context, { projectId: project_id, pid: pid ?? null }),
  );
  mount(contract.info, async ({ why }, context) => {
    const file = context.maybeSubject(kinds.file, 'file_id');
    const folder = context.maybeSubject(kinds.folder, 'folder_id');
    if (file && folder) throw fail.invalid('folder_id', 'files.oneOfBoth');
    if (file) return calls.fileInfo(context, file, why);
    if (folder) return calls.folderInfo(context, folder, why);
    throw fail.invalid('file_id', 'validation.required');
  });
  mount(contract.versions, (cut, context) => calls.versions(context, context.subject(kinds.file, 'file_id').row, cut));
  mount(contract.recycle, ({ project_id, ...rest }, context) =>
    calls.recycle(context, { ...rest, projectId: project_id }),
  );
  mount(contract.recent, ({ project_id: projectId, limit }, context) => calls.recent(context, { projectId, limit }));
  mount(contract.search, ({ project_id, word, pid: _pid, ...cut }, context) => {
    const path = context.maybeSubject(kinds.folder, 'pid')?.row.path;
    return calls.search(context, { ...cut, projectId: project_id, word, path });
  });

  mount(contract.mkdir, ({ pid, name }, context) =>
    calls.mkdir(context, { pid, name, projectId: projectOf(context, 'pid') }),
  );
  mount(contract.rename, async ({ name, version }, context) => {
    const file = context.maybeSubject(kinds.file, 'file_id');
    const folder = context.maybeSubject(kinds.folder, 'folder_id');
    if (file && folder) throw fail.invalid('folder_id', 'files.oneOfBoth');
    if (file) await calls.renameFile(context, { id: file.id, projectId: file.row.project_id, name, version });
    else if (folder)
      await calls.renameFolder(context, { id: folder.id, projectId: folder.row.project_id, name, version });
    else throw fail.invalid('file_id', 'validation.required');
    return null;
  });
  mount(contract.validity, async ({ valid_until, version }, context) => {
    const { id, row } = context.subject(kinds.file, 'file_id');
    const validUntil = valid_until ?? null;
    await calls.setValidity(context, { id, projectId: row.project_id, validUntil, version });
    return null;
  });
  mount(contract.move, async ({ pid }, context) => {
    await calls.move(context, { ...chosen(selection(context)), pid, projectId: projectOf(context, 'pid') });
    return null;
  });
  mount(contract.copy, ({ pid }, context) => {
    const folders = context
      .subjects(kinds.folder, 'folder_ids.*')
      .map(({ id, row }) => ({ id, projectId: row.project_id }));
    const records = context
      .subjects(kinds.file, 'file_ids.*')
      .map(({ id, row }) => ({ id, projectId: row.project_id }));
    chosen(selection(context));
    return calls.copy(context, { folders, files: records, pid, projectId: projectOf(context, 'pid') });
  });
  mount(contract.del, (_input, context) =>
    calls.del(context, { ...chosen(selection(context)), projectId: context.projectId }),
  );
  mount(contract.restore, ({ trash_id, pid }, context) =>
    calls.restore(context, { trashId: trash_id, pid: pid ?? null, projectId: context.projectId }),
  );
  mount(contract.clear, ({ project_id, trash_ids }, context) =>
    calls.clear(context, { projectId: project_id, trashIds: trash_ids ?? null }),
  );
  mount(contract.versionRestore, ({ file_id, version_id, version }, context) =>
    calls.restoreVersion(context, {
      fileId: file_id,
      versionId: version_id,
      version,
      projectId: context.subject(kinds.file, 'file_id').row.project_id,
    }),
  );

  mount(contract.permissionList, (_input, context) => {
    const { id, row } = context.subject(kinds.folder, 'folder_id');
    const { project_id: projectId, ancestors, mask } = row;
    return calls.permissionList(context, { id, projectId, ancestors, mask });
  });
  mount(contract.permissionSet, async ({ rights, seen }, context) => {
    const { id, row } = context.subject(kinds.folder, 'folder_id');
    const role = context.maybeSubject(people.role, 'role_id');
    const user = context.maybeSubject(people.user, 'user_id');
    if (role && user) throw fail.invalid('user_id', 'files.oneOfBoth');
    const to = role
      ? ({ kind: 'project-role', id: role.id } as const)
      : ({ kind: 'person', id: user?.id ?? 0 } as const);
    if (to.id === 0) throw fail.invalid('role_id', 'validation.required');
    await calls.permissionSet(context, { folderId: id, projectId: row.project_id, to, rights, seen });
    return null;
  });

  mount(contract.download, async ({ version_id }, context) => ({
    url: await calls.addressOf(context, version_id ?? context.subject(kinds.file, 'file_id').row.version_id, false),
  }));
  mount(contract.preview, ({ version_id }, context) => {
    const file = context.subject(kinds.file, 'file_id').row;
    return calls.previewOf(context, file, version_id ?? file.version_id);
  });
  mount(contract.uploadCommit, ({ uploadId }, context) => calls.commit(context, uploadId));
}

/** A call that selects nothing is a mistake of the caller, not a success. */
function chosen<T extends { folderIds: readonly number[]; fileIds: readonly number[] }>(selection: T): T {
  if (selection.folderIds.length + selection.fileIds.length === 0)
    throw fail.invalid('file_ids', 'validation.required');
  return selection;
}
