import * as contract from '@prdm/contract/files';
import type { Mount } from '../../platform/http/mounting.ts';
import { fail } from '../../platform/errors.ts';
import type { Files } from './index.ts';

export function filesRoutes(mount: Mount, files: Files): void {
  const { calls, kinds } = files;

  mount(contract.index, ({ sort, order, ...paging }, context) =>
    calls.listFolder(context, { ...paging, ...placeOf(context.given), order: { sort, desc: order === 'desc' } }),
  );
  mount(contract.tree, (_input, context) => calls.listTree(context, placeOf(context.given)));
  mount(contract.info, async ({ why }, context) => {
    const file = context.maybeSubject(kinds.file, 'file_id');
    const folder = context.maybeSubject(kinds.folder, 'folder_id');
    if (file && folder) throw fail.invalid('folder_id', 'files.oneOfBoth');
    if (file) return calls.fileInfo(context, file, why);
    if (folder) return calls.folderInfo(context, folder, why);
    throw fail.invalid('file_id', 'validation.required');
  });
  mount(contract.versions, (paging, context) =>
    calls.versions(context, context.subject(kinds.file, 'file_id'), paging),
  );
  mount(contract.recycle, (input, context) => calls.recycle(context, { ...input, project: context.given.project_id }));
  mount(contract.recent, ({ limit }, context) => calls.recent(context, { project: context.given.project_id, limit }));
  mount(contract.search, (input, context) => {
    const folder = context.maybeSubject(kinds.folder, 'pid');
    return calls.search(context, { ...input, project: context.given.project_id, folder });
  });

  mount(contract.mkdir, ({ name }, context) => calls.mkdir(context, { into: context.given.pid, name }));
  mount(contract.rename, async ({ name, version }, context) => {
    const file = context.maybeSubject(kinds.file, 'file_id');
    const folder = context.maybeSubject(kinds.folder, 'folder_id');
    if (file && folder) throw fail.invalid('folder_id', 'files.oneOfBoth');
    if (file) await calls.renameFile(context, { file, name, version });
    else if (folder) await calls.renameFolder(context, { folder, name, version });
    else throw fail.invalid('file_id', 'validation.required');
    return null;
  });
  mount(contract.validity, async ({ valid_until, version }, context) => {
    const file = context.subject(kinds.file, 'file_id');
    await calls.setValidity(context, { file, validUntil: valid_until ?? null, version });
    return null;
  });
  mount(contract.move, async (_input, context) => {
    await calls.move(context, { ...chosen(context.given), into: context.given.pid });
    return null;
  });
  mount(contract.copy, (_input, context) => calls.copy(context, { ...chosen(context.given), into: context.given.pid }));
  mount(contract.del, (_input, context) => calls.del(context, chosen(context.given)));
  mount(contract.restore, (_input, context) =>
    calls.restore(context, { entry: context.given.trash_id, into: context.given.pid }),
  );
  mount(contract.clear, (_input, context) =>
    calls.clear(context, { project: context.given.project_id, entries: context.given.trash_ids }),
  );
  mount(contract.versionRestore, ({ version }, context) =>
    calls.restoreVersion(context, { file: context.given.file_id, old: context.given.version_id, version }),
  );

  mount(contract.permissionList, (_input, context) =>
    calls.permissionList(context, context.subject(kinds.folder, 'folder_id')),
  );
  mount(contract.permissionSet, async ({ rights, seen }, context) => {
    const { folder_id: folder, role_id: role, user_id: user } = context.given;
    await calls.permissionSet(context, { folder, to: recipientOf(role, user), rights, seen });
    return null;
  });
  mount(contract.permissionPreview, (_input, context) => {
    const changes = context.given.changes.map(({ role_id: role, user_id: user, rights, seen }) => ({
      to: recipientOf(role, user),
      rights,
      seen,
    }));
    return calls.permissionPreview(context, context.subject(kinds.folder, 'folder_id'), changes);
  });

  mount(contract.download, async (_input, context) => ({
    url: await calls.addressOf(
      context,
      context.subject(kinds.file, 'file_id'),
      context.maybeSubject(kinds.version, 'version_id'),
    ),
  }));
  mount(contract.preview, (_input, context) =>
    calls.previewOf(context, context.subject(kinds.file, 'file_id'), context.maybeSubject(kinds.version, 'version_id')),
  );
  mount(contract.uploadCommit, (_input, context) =>
    calls.commit(context, context.subject(kinds.upload, 'uploadId').row.key),
  );
}

/** The project of a list, and the folder when the call names one. */
const placeOf = <P, F>({ project_id: project, pid: folder }: { project_id: P; pid?: F }) => ({ project, folder });

/** A call that selects nothing is a mistake of the caller, not a success. */
function chosen<D, F>({ folder_ids: folders, file_ids: files }: { folder_ids: readonly D[]; file_ids: readonly F[] }) {
  if (folders.length + files.length === 0) throw fail.invalid('file_ids', 'validation.required');
  return { folders, files };
}

/** The recipient of folder rights: a project role or a person. Throws 1001 without one, and with both. */
function recipientOf<R, P>(
  role: R | undefined,
  person: P | undefined,
): { kind: 'project-role'; record: R } | { kind: 'person'; record: P } {
  if (role && person) throw fail.invalid('user_id', 'files.oneOfBoth');
  if (role) return { kind: 'project-role', record: role };
  if (person) return { kind: 'person', record: person };
  throw fail.invalid('role_id', 'validation.required');
}
