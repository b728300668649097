import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { AppError, fail } from '../../../platform/errors.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import { GONE, LOCKED } from '../../../platform/uploads/lease-locker.ts';
import type { UploadRules, UploadState } from '../../../platform/uploads/upload-server.ts';
import { has } from '../asker.ts';
import { freeBytes } from '../trash/clearing.service.ts';
import { checkedName, nameKey, placeOf, tooDeep } from '../names.ts';
import { change, reposOf, type Caller, type Change, type Parts } from '../parts.ts';
import { storeUpload } from '../bytes/store-file.ts';
import type { FolderSubject } from '../subjects.ts';
import { walk } from '../folders/tree.service.ts';
import { registerOnRecord, type RecordAnswer } from './record-finish.ts';
import { systemUploadsRepo, type UploadRow } from './upload.repo.ts';
import { admit, allow, endIdleReservations } from './room.ts';
import { keyInData } from '@prdm/locales/text-key';

const IDLE_SECONDS = 60;
const REAP_SECONDS = 24 * 3600;
const SWEEP_AT_ONCE = 500;

export interface UploadCall extends Caller, Pick<CallContext, 'lang'> {
  /** The folder of the request, with the right to create; null without a request (timer). */
  readonly folder: FolderSubject | null;
}

export interface UploadAnswer {
  readonly file_id: number;
  readonly version_id: number;
  readonly version_no: number;
  readonly folder_id: number;
  readonly name: string;
}

export function uploadRules(parts: Parts): UploadRules<UploadCall> {
  const systemRepo = systemUploadsRepo(parts.tables.read);
  return {
    begin: (call, upload) => begin(parts, call, { ...upload, counting: false }),

    // A tus upload never grows beyond the size of its row.
    allow: (id, received, wanted) => allow(parts, id, { received, wanted, most: 0 }),

    async wrote(id) {
      const received = await parts.uploads.received(id);
      if (received !== null) await systemRepo.received(id, received);
    },

    async find({ actor, folder }, id) {
      const row = await reposOf(parts, actor.enterpriseId).uploads.own(id, actor.userId ?? 0);
      if (!row || row.folder_id === null || row.folder_id !== folder?.id || row.status === 'refused')
        throw fail.notFound();
      return stateOf(parts, row);
    },

    async stateOf(id) {
      const row = await systemRepo.byKey(id);
      return row && row.status !== 'refused' ? stateOf(parts, row) : null;
    },

    async forget(id) {
      const row = await systemRepo.byKey(id);
      if (row) await reposOf(parts, row.enterprise_id).uploads.remove(id);
    },

    async finish(call, id) {
      const row = await reposOf(parts, call.actor.enterpriseId).uploads.own(id, call.actor.userId ?? 0);
      if (!row) throw fail.notFound();
      return finish(parts, row, call);
    },
  };
}

/**
 * Complete when stored. Also complete when a finish was interrupted after the bytes went to the store: the next try
 * continues from there.
 */
export async function stateOf(parts: Parts, row: UploadRow): Promise<UploadState> {
  const complete = row.status === 'stored' || (row.sha256 !== null && (await parts.uploads.received(row.key)) === null);
  return { size: row.size, complete };
}

/** The target and name of a file. The browser sends "folder/子目录/图.dwg" for files of a selected folder. */
function destination(metadata: Readonly<Record<string, string | null>>): { name: string; place: string[] } {
  const path = metadata.relativePath ?? '';
  const place = placeOf(path);
  return { name: checkedName(metadata.filename ?? path.split('/').at(-1) ?? '', 'filename'), place };
}

/** Checks a new upload and writes its row. `counting`: its size is an upper bound (multipart). */
export async function begin(
  parts: Parts,
  { folder, actor }: UploadCall,
  upload: { id: string; size: number; counting: boolean; metadata: Readonly<Record<string, string | null>> },
): Promise<void> {
  if (!folder) throw new Error('an upload begins in a folder');
  await parts.projects.refuseClosed(actor.enterpriseId, folder.project_id);
  const { name, place } = destination(upload.metadata);
  if (folder.depth + place.length > LIMITS.folderDepth) throw tooDeep();
  const { files } = reposOf(parts, actor.enterpriseId);
  if (place.length === 0 && (await files.byKey(folder.id, nameKey(name))) && !has(folder.mask, 'edit'))
    throw fail.denied();
  await admit(
    parts,
    { enterprise_id: actor.enterpriseId, user_id: actor.userId ?? 0 },
    {
      key: upload.id,
      project_id: folder.project_id,
      folder_id: folder.id,
      name,
      place,
      size: upload.size,
      counting: upload.counting,
    },
  );
}

/**
 * Returns the answer of one upload. The owner's client, the last request and the timer may repeat the call; the
 * answer stays the same.
 */
export async function commit(parts: Parts, caller: Caller, key: string): Promise<UploadAnswer> {
  const row = await reposOf(parts, caller.actor.enterpriseId).uploads.own(key, caller.actor.userId ?? 0);
  const answer = row ? await finish(parts, row, caller) : null;
  if (answer === null || 'attachment_id' in answer) throw fail.notFound();
  return answer;
}

/**
 * Makes a file or an attachment of a complete upload, exactly once. The bytes reach the disk before their name, and the name before
 * the row. So after a crash at any point no row lacks its bytes, and the next try continues.
 */
export async function finish(parts: Parts, row: UploadRow, from: Caller): Promise<UploadAnswer | RecordAnswer> {
  const settled = await settledAnswer(parts, row);
  if (settled) return settled;
  return alone(parts, row.key, async () => {
    const { uploads } = reposOf(parts, row.enterprise_id);
    const now = await uploads.own(row.key, row.user_id);
    if (!now) throw fail.notFound();
    const done = await settledAnswer(parts, now);
    if (done) return done;
    const sha256 = await seal(parts, now);
    // The user may have lost the right since the start; the current rights apply.
    const caller = await parts.projects.callerNow(row.enterprise_id, row.user_id, from.actor);
    try {
      if (!caller) throw fail.denied();
      const { folder_id: folderId, project_id: projectId } = now;
      if (folderId === null || projectId === null) return await registerOnRecord(parts, caller, now, sha256);
      return await change(parts, caller, projectId, (tree) => register(tree, { ...now, folder_id: folderId }, sha256));
    } catch (error) {
      if (error instanceof AppError) await refuse(parts, now, sha256, error);
      throw error;
    }
  });
}

/**
 * Runs `work` with the lease of the upload. Throws 1006 when the upload is gone, and 423 while another request or the
 * timer holds the lease; a later retry gets the answer.
 */
async function alone<T>(parts: Parts, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await parts.locker.alone(key, work);
  } catch (error) {
    if (error === GONE) throw fail.notFound();
    if (error !== LOCKED) throw error;
    throw new AppError(CODES.wrongState, 'files.finishing', {}, { status: LOCKED.status_code });
  }
}

/**
 * Ensures that the whole content is on the disk and its hash is known. Rows about the content are written only after
 * that.
 */
async function seal(parts: Parts, row: UploadRow): Promise<string> {
  if (row.counting) throw fail.wrongState('files.incomplete'); // its size is only an upper bound
  const received = await parts.uploads.received(row.key);
  if (received === null && row.sha256 !== null && (await parts.storage.size(row.sha256)) === row.size)
    return row.sha256; // an earlier try has put the bytes into the store
  if (received !== row.size) throw fail.wrongState('files.incomplete');
  const sha256 = await parts.uploads.seal(row.key);
  await reposOf(parts, row.enterprise_id).uploads.seal(row.key, sha256);
  return sha256;
}

async function register(tree: Change, row: UploadRow & { folder_id: number }, sha256: string): Promise<UploadAnswer> {
  const { parts } = tree;
  const locked = await tree.uploads.lock(row.key);
  if (locked?.status !== 'receiving') throw fail.notFound();
  const target = await walk(tree, await tree.folder(row.folder_id, 'create'), row.place);
  const [folder] = await tree.folders.judged(tree.asker, [target.id]);
  if (!folder) throw fail.notFound();
  await tree.systemClearingRepo.lockBytes(sha256);
  // The last check that can refuse runs before the bytes move. The last write that can fail runs after.
  const stored = await storeUpload(tree, folder, { name: row.name, size: row.size, sha256 });
  if ((await parts.uploads.received(row.key)) !== null) await parts.storage.adopt(parts.uploads.path(row.key), sha256);
  await tree.uploads.stored(row.key, stored.fileId, stored.versionId);
  return answerOf(stored);
}

const answerOf = (stored: {
  fileId: number;
  versionId: number;
  versionNo: number;
  folderId: number;
  name: string;
}): UploadAnswer => ({
  file_id: stored.fileId,
  version_id: stored.versionId,
  version_no: stored.versionNo,
  folder_id: stored.folderId,
  name: stored.name,
});

/** Returns an earlier decision again. */
async function settledAnswer(parts: Parts, row: UploadRow): Promise<UploadAnswer | RecordAnswer | null> {
  if (row.status === 'refused') {
    const { key, params } = JSON.parse(row.refusal ?? '{}') as { key?: string; params?: Record<string, number> };
    throw fail.of(CODES.uploadFailed, keyInData(key ?? 'codes.1016'), { params });
  }
  if (row.status === 'stored' && row.result_id !== null) return { attachment_id: row.result_id };
  if (row.status !== 'stored' || row.file_id === null || row.version_id === null) return null;
  const { files } = reposOf(parts, row.enterprise_id);
  const [version] = await files.versions([row.version_id]);
  const [file] = await files.live([row.file_id]);
  if (!version || !file) throw fail.notFound(); // deleted since
  return answerOf({
    fileId: row.file_id,
    versionId: version.id,
    versionNo: version.no,
    folderId: file.folder_id,
    name: file.name,
  });
}

/** A permanent refusal: the bytes are deleted at once, wherever they are. */
async function refuse(parts: Parts, row: UploadRow, sha256: string, why: AppError): Promise<void> {
  await reposOf(parts, row.enterprise_id).uploads.refuse(
    row.key,
    JSON.stringify({ key: why.key, params: why.details.params }),
  );
  await parts.uploads.remove(row.key);
  await freeBytes(parts, row.enterprise_id, sha256);
}

/**
 * The timer's work of each minute. It finishes uploads whose last answer was lost. It removes uploads that were not
 * resumed for 24 hours, and multipart uploads whose writer died. It ends idle reservations.
 */
export async function sweepUploads(parts: Parts): Promise<void> {
  const systemRepo = systemUploadsRepo(parts.tables.read);
  for (const row of await systemRepo.waiting(IDLE_SECONDS, SWEEP_AT_ONCE)) {
    try {
      await sweepOne(parts, row);
    } catch (error) {
      if (!(error instanceof AppError)) parts.log.warn({ err: error }, 'an upload could not be finished yet');
    }
  }
  await endIdleReservations(parts);
  await systemRepo.forgetOld();
  for (const key of await parts.uploads.olderThan(REAP_SECONDS * 1000)) {
    if (!(await systemRepo.byKey(key))) await parts.uploads.remove(key);
  }
}

async function sweepOne(parts: Parts, row: UploadRow & { idle_seconds: number }): Promise<void> {
  if (row.counting) {
    await abandon(parts, row.key);
    return;
  }
  const received = await parts.uploads.received(row.key);
  if (received === row.size || (received === null && row.sha256 !== null)) {
    const nobody = { ip: '', agent: '', lang: 'zh' } as const;
    const caller = await parts.projects.callerNow(row.enterprise_id, row.user_id, nobody);
    if (caller) {
      await finish(parts, row, caller);
      return;
    }
  }
  if (row.idle_seconds < REAP_SECONDS) return;
  await alone(parts, row.key, async () => {
    await parts.uploads.remove(row.key);
    await reposOf(parts, row.enterprise_id).uploads.remove(row.key);
  });
  if (row.sha256 !== null) await freeBytes(parts, row.enterprise_id, row.sha256);
}

/**
 * Removes a multipart upload whose writer is gone. A live writer prolongs its lease, so its upload never appears
 * here.
 */
const abandon = (parts: Parts, key: string): Promise<void> =>
  alone(parts, key, async () => {
    const row = await systemUploadsRepo(parts.tables.read).byKey(key);
    if (!row?.counting) return;
    await parts.uploads.remove(key);
    await reposOf(parts, row.enterprise_id).uploads.remove(key);
  });
