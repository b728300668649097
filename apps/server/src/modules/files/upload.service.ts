import { CODES } from '@prdm/contract/codes';
import { LIMITS } from '@prdm/contract/limits';
import { AppError, fail } from '../../platform/errors.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { GONE, LOCKED } from '../../platform/uploads/lease-locker.ts';
import type { UploadRules, UploadState } from '../../platform/uploads/upload-server.ts';
import { has } from './asker.ts';
import { callerNow } from './caller.ts';
import { freeBytes } from './clearing.service.ts';
import { checkedName, nameKey, placeOf, tooDeep } from './names.ts';
import { change, reposOf, type Caller, type Change, type Parts, type Repos } from './parts.ts';
import { storeUpload } from './store-file.ts';
import type { FolderSubject } from './subjects.ts';
import { walk } from './tree.service.ts';
import { uploadsDoor, type UploadRow } from './upload.repo.ts';

/** Open at a time for one person: a folder is sent file by file, and what lies unfinished takes room from everybody. */
const OPEN_MAX = 100;
const IDLE_SECONDS = 60;
const REAP_SECONDS = 24 * 3600;
const SWEEP_AT_ONCE = 500;

export interface UploadCall extends Caller, Pick<CallContext, 'lang'> {
  /** The folder the request names, judged for creating; absent where no request came (timer). */
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
  const door = uploadsDoor(parts.tables.read);
  return {
    async begin(call, upload) {
      const { folder, actor } = call;
      if (!folder) throw new Error('an upload begins in a folder');
      const { name, place } = destination(upload.metadata);
      if (folder.depth + place.length > LIMITS.folderDepth) throw tooDeep();
      const { files } = reposOf(parts, actor.enterpriseId);
      if (place.length === 0 && (await files.byKey(folder.id, nameKey(name))) && !has(folder.mask, 'edit'))
        throw fail.denied();
      // Sent in one request its bytes are here already.
      const received = (await parts.uploads.received(upload.id)) ?? 0;
      await admit(parts, call, {
        key: upload.id,
        project_id: folder.project_id,
        folder_id: folder.id,
        name,
        place,
        size: upload.size,
        received,
      });
    },

    async wrote(id) {
      const received = await parts.uploads.received(id);
      if (received !== null) await door.received(id, received);
    },

    async find({ actor, folder }, id) {
      const row = await reposOf(parts, actor.enterpriseId).uploads.own(id, actor.userId ?? 0);
      if (!row || row.folder_id !== folder?.id || row.status === 'refused') throw fail.notFound();
      return stateOf(parts, row);
    },

    async stateOf(id) {
      const row = await door.byKey(id);
      return row && row.status !== 'refused' ? stateOf(parts, row) : null;
    },

    async forget(id) {
      const row = await door.byKey(id);
      if (row) await reposOf(parts, row.enterprise_id).uploads.remove(id);
    },

    async finish(call, id) {
      const row = await reposOf(parts, call.actor.enterpriseId).uploads.own(id, call.actor.userId ?? 0);
      if (!row) throw fail.notFound();
      return finish(parts, row, call);
    },
  };
}

/** Complete when stored, or when a finish broke off after the bytes had gone to the store: the next try goes on from there. */
async function stateOf(parts: Parts, row: UploadRow): Promise<UploadState> {
  const complete = row.status === 'stored' || (row.sha256 !== null && (await parts.uploads.received(row.key)) === null);
  return { size: row.size, complete };
}

/** Where a file goes and what it is called there. The browser gives "folder/子目录/图.dwg" for files of a chosen folder. */
function destination(metadata: Readonly<Record<string, string | null>>): { name: string; place: string[] } {
  const path = metadata.relativePath ?? '';
  const place = placeOf(path);
  return { name: checkedName(metadata.filename ?? path.split('/').at(-1) ?? '', 'filename'), place };
}

/**
 * Writes the record of a new upload, when its owner has not too many under way and there is room for it on the disk after what is promised
 * to others. One after the other, or a hundred that come at once would each see the same free room.
 */
async function admit(
  parts: Parts,
  { actor }: UploadCall,
  row: Omit<Parameters<Repos['uploads']['add']>[0], 'user_id'>,
): Promise<void> {
  const userId = actor.userId ?? 0;
  await parts.db.transaction(async (trx) => {
    const door = uploadsDoor(parts.tables.within(trx));
    await door.standInLine();
    const { uploads } = reposOf(parts, actor.enterpriseId, trx);
    if ((await uploads.openOf(userId)) >= OPEN_MAX)
      throw new AppError(CODES.tooManyTries, 'files.tooManyUploads', { params: { n: OPEN_MAX } }, { status: 429 });
    if ((await parts.uploads.free()) - (await door.promised()) < row.size - row.received)
      throw new AppError(CODES.uploadFailed, 'http.507', {}, { status: 507 });
    await uploads.add({ ...row, user_id: userId });
  });
}

/** The answer of one upload, however often and by whom it is asked for: its owner's client, the last request, the timer. */
export async function commit(parts: Parts, caller: Caller, key: string): Promise<UploadAnswer> {
  const row = await reposOf(parts, caller.actor.enterpriseId).uploads.own(key, caller.actor.userId ?? 0);
  if (!row) throw fail.notFound();
  return finish(parts, row, caller);
}

/**
 * Makes a file of a complete upload, exactly once. Bytes reach the disk before their name, the name before the row: whatever
 * breaks off in between, no row is ever without its bytes, and the next try goes on where this one stopped.
 */
async function finish(parts: Parts, row: UploadRow, from: Caller): Promise<UploadAnswer> {
  const settled = await settledAnswer(parts, row);
  if (settled) return settled;
  return alone(parts, row.key, async () => {
    const { uploads } = reposOf(parts, row.enterprise_id);
    const now = await uploads.own(row.key, row.user_id);
    if (!now) throw fail.notFound();
    const done = await settledAnswer(parts, now);
    if (done) return done;
    const sha256 = await seal(parts, now);
    // Whoever began the upload may have lost the right since; what counts is now.
    const caller = await callerNow(parts, row.enterprise_id, row.user_id, from.actor);
    try {
      if (!caller) throw fail.denied();
      return await change(parts, caller, row.project_id, (tree) => register(tree, now, sha256));
    } catch (error) {
      if (error instanceof AppError) await turnAway(parts, now, sha256, error);
      throw error;
    }
  });
}

/** Another is finishing it this moment: whoever asks again a little later gets the answer. */
async function alone<T>(parts: Parts, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await parts.locker.alone(key, work);
  } catch (error) {
    if (error === GONE) throw fail.notFound();
    if (error !== LOCKED) throw error;
    throw new AppError(CODES.wrongState, 'files.finishing', {}, { status: LOCKED.status_code });
  }
}

/** The whole content is on the disk and known by its hash; only then is anything written about it. */
async function seal(parts: Parts, row: UploadRow): Promise<string> {
  const received = await parts.uploads.received(row.key);
  if (received === null && row.sha256 !== null && (await parts.storage.size(row.sha256)) === row.size)
    return row.sha256; // an earlier try got as far as the store
  if (received !== row.size) throw fail.wrongState('files.incomplete');
  const sha256 = await parts.uploads.seal(row.key);
  await reposOf(parts, row.enterprise_id).uploads.seal(row.key, sha256);
  return sha256;
}

async function register(tree: Change, row: UploadRow, sha256: string): Promise<UploadAnswer> {
  const { parts } = tree;
  const locked = await tree.uploads.lock(row.key);
  if (locked?.status !== 'receiving') throw fail.notFound();
  const target = await walk(tree, await tree.folder(row.folder_id, 'create'), row.place);
  const [folder] = await tree.folders.judged(tree.asker, [target.id]);
  if (!folder) throw fail.notFound();
  await tree.clearingDoor.lockBytes(sha256);
  // The last step that can be refused comes before the bytes move, the last that can fail after.
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

/** What was decided before is said again. */
async function settledAnswer(parts: Parts, row: UploadRow): Promise<UploadAnswer | null> {
  if (row.status === 'refused') {
    const { key, params } = JSON.parse(row.refusal ?? '{}') as { key?: string; params?: Record<string, number> };
    throw fail.of(CODES.uploadFailed, key ?? 'codes.1016', { params });
  }
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

/** Refused for good: the bytes go at once, wherever they had come to. */
async function turnAway(parts: Parts, row: UploadRow, sha256: string, why: AppError): Promise<void> {
  await reposOf(parts, row.enterprise_id).uploads.refuse(
    row.key,
    JSON.stringify({ key: why.key, params: why.details.params }),
  );
  await parts.uploads.remove(row.key);
  await freeBytes(parts, row.enterprise_id, sha256);
}

/**
 * What the timer does each minute: finishes uploads whose last answer was lost, and removes after 24 hours what nobody
 * goes on with.
 */
export async function sweepUploads(parts: Parts): Promise<void> {
  const door = uploadsDoor(parts.tables.read);
  for (const row of await door.waiting(IDLE_SECONDS, SWEEP_AT_ONCE)) {
    try {
      await sweepOne(parts, row);
    } catch (error) {
      if (!(error instanceof AppError)) parts.log.warn({ err: error }, 'an upload could not be finished yet');
    }
  }
  await door.forgetOld();
  for (const key of await parts.uploads.olderThan(REAP_SECONDS * 1000)) {
    if (!(await door.byKey(key))) await parts.uploads.remove(key);
  }
}

async function sweepOne(parts: Parts, row: UploadRow & { idle_seconds: number }): Promise<void> {
  const received = await parts.uploads.received(row.key);
  if (received === row.size || (received === null && row.sha256 !== null)) {
    const nobody = { ip: '', agent: '', lang: 'zh' } as const;
    const caller = await callerNow(parts, row.enterprise_id, row.user_id, nobody);
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
