import type { FolderRight } from '@prdm/access';
import type { Actor } from '../../platform/actor.ts';
import type { Bus, EventKind, Happening } from '../../platform/bus.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Uses } from '../../platform/entity/index.ts';
import { fail } from '../../platform/errors.ts';
import type { Live } from '../../platform/live.ts';
import type { Log } from '../../platform/log.ts';
import type { Disk } from '../../platform/machine/disk.ts';
import type { BlobStore } from '../../platform/storage.ts';
import type { LeaseLocker } from '../../platform/uploads/lease-locker.ts';
import type { UploadFiles } from '../../platform/uploads/upload-files.ts';
import type { Config } from '../config/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Caller, Projects } from '../projects/index.ts';
import { askerOf, has, type Asker } from './asker.ts';
import { systemClearingRepo, clearingRepo } from './trash/clearing.repo.ts';
import { fileRepo, type FileRow } from './file.repo.ts';
import { folderRepo, type FilesTables, type FolderRow } from './folders/folder.repo.ts';
import { grantRepo } from './folders/grant.repo.ts';
import { searchRepo } from './search/search.repo.ts';
import { trashRepo } from './trash/trash.repo.ts';
import type { RecordTargets } from './uploads/record-target.ts';
import { uploadRepo } from './uploads/upload.repo.ts';

/** The dependencies of every part of this module. */
export interface Parts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly tables: ModuleDb<FilesTables>;
  readonly storage: BlobStore;
  readonly disk: Disk;
  /** Upper bound of bytes in one user's unfinished uploads. */
  readonly openBytes: number;
  readonly uploads: UploadFiles;
  readonly locker: LeaseLocker;
  /** Set by the module that attaches uploads to records. */
  readonly records: RecordTargets;
  readonly log: Log;
  readonly identity: Identity;
  readonly config: Config;
  readonly organisation: Organisation;
  readonly projects: Projects;
  readonly uses: Uses;
}

export type { Caller };

const reposOn = (db: ModuleDb<FilesTables>['read'], enterpriseId: number) => ({
  folders: folderRepo(db, enterpriseId),
  files: fileRepo(db, enterpriseId),
  trash: trashRepo(db, enterpriseId),
  clearing: clearingRepo(db, enterpriseId),
  systemClearingRepo: systemClearingRepo(db),
  grants: grantRepo(db, enterpriseId),
  uploads: uploadRepo(db, enterpriseId),
  search: searchRepo(db, enterpriseId),
});
export type Repos = ReturnType<typeof reposOn>;
export const reposOf = (parts: Pick<Parts, 'tables'>, enterpriseId: number, trx?: Trx): Repos =>
  reposOn(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId);

/**
 * One change of a project's tree: one transaction with the lock on the tree. The caller's rights are read inside it.
 */
export interface Change extends Repos {
  readonly trx: Trx;
  readonly parts: Parts;
  readonly actor: Actor;
  readonly asker: Asker;
  readonly root: FolderRow;
  /** A live folder on which the caller has the right now; throws 1006 or 1005 otherwise. */
  folder(id: number, right: FolderRight): Promise<FolderRow & { mask: number }>;
  file(id: number, right: FolderRight): Promise<FileRow & { mask: number }>;
  /** The same for many, in the order of the ids. */
  everyFolder(ids: readonly number[], right: FolderRight): Promise<(FolderRow & { mask: number })[]>;
  everyFile(ids: readonly number[], right: FolderRight): Promise<(FileRow & { mask: number })[]>;
  /** Emits an event; this object adds the actor and the project. */
  emit<D>(event: EventKind<D>, what: Omit<Happening<D>, 'actor' | 'projectId'>): Promise<void>;
  /** Folders whose lists change; browsers that show them are notified. */
  readonly touched: Set<number>;
}

/**
 * Every change of a tree uses this function. Between the check of a call and its transaction another user may move
 * the folder or remove the right. So the checks run again behind the lock.
 */
export function change<T>(
  parts: Parts,
  caller: Caller,
  projectId: number,
  work: (change: Change) => Promise<T>,
  otherProjects: readonly number[] = [],
): Promise<T> {
  const { actor, principal } = caller;
  const asker = askerOf(principal, [...new Set([projectId, ...otherProjects])]);
  return parts.db.transaction(async (trx) => {
    await parts.projects.openForWriting(trx, actor.enterpriseId, projectId);
    return changeWithin(parts, trx, { actor, asker, projectId }, work);
  });
}

function judged<R extends { mask: number }>(row: R | undefined, right: FolderRight): R {
  if (!row) throw fail.notFound();
  if (!has(row.mask, right)) throw fail.denied();
  return row;
}

const allJudged = <R extends { id: number; mask: number }>(
  ids: readonly number[],
  rows: readonly R[],
  right: FolderRight,
): R[] => {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => judged(rowOf.get(id), right));
};

/** The same inside a running transaction, for changes together with another module. */
export async function changeWithin<T>(
  parts: Parts,
  trx: Trx,
  by: { actor: Actor; asker: Asker; projectId: number },
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { actor, asker, projectId } = by;
  const repos = reposOf(parts, actor.enterpriseId, trx);
  const root = await repos.folders.lockTree(projectId);
  if (!root) throw fail.notFound();
  const touched = new Set<number>();
  const result = await work({
    ...repos,
    trx,
    parts,
    actor,
    asker,
    root,
    touched,
    emit: (event, what) => parts.bus.emit(trx, event, { ...what, actor, projectId }),
    folder: async (id, right) => judged((await repos.folders.judged(asker, [id]))[0], right),
    file: async (id, right) => judged((await repos.files.judged(asker, [id]))[0], right),
    everyFolder: async (ids, right) => allJudged(ids, await repos.folders.judged(asker, ids), right),
    everyFile: async (ids, right) => allJudged(ids, await repos.files.judged(asker, ids), right),
  });
  for (const id of touched) {
    const frame = { type: 'folder', id, project_id: projectId };
    await parts.live.notify(trx, actor.enterpriseId, { project: projectId }, frame);
  }
  return result;
}
