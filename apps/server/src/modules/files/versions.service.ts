import { fail } from '../../platform/errors.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { contentType, mayBeShown } from './bytes/content.ts';
import { addressOf } from './bytes/download.service.ts';
import { has } from './asker.ts';
import { change, reposOf, type Caller, type Parts } from './parts.ts';
import { addVersion } from './bytes/store-file.ts';
import type { FileSubject } from './subjects.ts';

/** The bytes of an older version become the newest version; the history stays complete. */
export const restoreVersion = (
  parts: Parts,
  caller: Caller,
  given: { fileId: number; versionId: number; projectId: number; version: number },
) =>
  change(parts, caller, given.projectId, async (tree) => {
    const file = await tree.file(given.fileId, 'edit');
    if (!has(file.mask, 'create')) throw fail.denied();
    if (file.version !== given.version) throw fail.conflict();
    const [old] = await tree.files.versions([given.versionId]);
    const [folder] = await tree.folders.byIds([file.folder_id]);
    if (!old || old.file_id !== file.id || !folder) throw fail.notFound();
    if (old.id === file.version_id) throw fail.wrongState('files.isCurrent');
    const { name, size, sha256, no } = old;
    const stored = await addVersion(tree, folder, file, {
      name,
      size,
      sha256,
      createdBy: tree.actor.userId,
      restoredFrom: no,
    });
    return { version_id: stored.versionId, version_no: stored.versionNo };
  });

/** An address for showing a version in the browser; throws 1008 for types that are only for download. */
export async function previewOf(
  parts: Parts,
  context: Pick<CallContext, 'session'>,
  file: FileSubject,
  versionId: number,
): Promise<{ url: string; type: string }> {
  if (!mayBeShown(file.ext)) throw fail.wrongState('files.noPreview');
  const [version] = await reposOf(parts, context.session.enterpriseId).files.versions([versionId]);
  const type = version ? await contentType(parts.storage, { ...version, file }) : null;
  if (type === null) throw fail.wrongState('files.notWhatItSays');
  return { url: await addressOf(parts, context, versionId, true), type };
}
