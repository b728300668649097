import { systemActor, type Actor } from '../../../platform/actor.ts';
import { fail } from '../../../platform/errors.ts';
import { askerOf } from '../asker.ts';
import { systemClearingRepo } from './clearing.repo.ts';
import { FileCleared } from '../files.events.ts';
import type { Caller, Parts } from '../parts.ts';
import { reposOf } from '../parts.ts';

const FILES_AT_ONCE = 500;
const ENTRIES_AT_ONCE = 200;

/**
 * Every step of clearing commits alone, also in a call with a key: bytes are deleted after the commit that frees them.
 * A repeat finds nothing left to clear, so it cannot clear twice.
 */
const ALONE = { apart: true } as const;

/** Clears entries one by one, each in its own transaction. Returns how many entries this call cleared. */
export async function clear(
  parts: Parts,
  caller: Caller,
  given: { projectId: number; trashIds: readonly number[] | null },
): Promise<{ cleared: number }> {
  const { actor, principal } = caller;
  const asker = askerOf(principal, [given.projectId]);
  const { trash } = reposOf(parts, actor.enterpriseId);
  let cleared = 0;
  const clearOne = async (id: number): Promise<boolean> => {
    const [mine] = await trash.judged(asker, [id]); // the right may end while other entries are cleared
    return mine !== undefined && (await clearEntry(parts, actor, { id, projectId: given.projectId, onlyDue: false }));
  };
  if (given.trashIds !== null) {
    for (const id of given.trashIds) if (await clearOne(id)) cleared += 1;
    if (cleared === 0) throw fail.notFound(); // another call cleared or restored all of them meanwhile
    return { cleared };
  }
  for (;;) {
    const page = await trash.page(asker, { projectId: given.projectId }, { offset: 0, limit: ENTRIES_AT_ONCE });
    if (page.length === 0) return { cleared };
    let here = 0;
    for (const { id } of page) if (await clearOne(id)) here += 1;
    cleared += here;
    if (here === 0) return { cleared };
  }
}

/** The hourly timer: it removes due entries, completes interrupted removals and frees bytes without an owner. */
export async function sweepTrash(parts: Parts): Promise<void> {
  const systemRepo = systemClearingRepo(parts.tables.read);
  // An entry that fails (its bytes are on a broken part of the disk) does not block the others. The next run tries it
  // again.
  const each = async <T extends object>(entries: readonly T[], work: (entry: T) => Promise<unknown>): Promise<void> => {
    for (const entry of entries) {
      try {
        await work(entry);
      } catch (error) {
        parts.log.error({ err: error, entry }, 'what is over in the recycle bin could not be cleared yet');
      }
    }
  };
  await each(await systemRepo.due(ENTRIES_AT_ONCE), (entry) =>
    entry.begun
      ? removeRows(parts, entry.enterprise_id, entry.id)
      : clearEntry(parts, systemActor(entry.enterprise_id), {
          id: entry.id,
          projectId: entry.project_id,
          onlyDue: true,
        }),
  );
  await each(await systemRepo.strayBytes(ENTRIES_AT_ONCE), ({ enterprise_id, sha256 }) =>
    freeBytes(parts, enterprise_id, sha256),
  );
}

/**
 * Marks the entry first and removes it afterwards. A marked entry cannot be restored, so an interrupted removal
 * leaves nothing half-restored. The sweep completes it.
 */
async function clearEntry(
  parts: Parts,
  actor: Actor,
  entry: { id: number; projectId: number; onlyDue: boolean },
): Promise<boolean> {
  const begun = await parts.db.transaction(async (trx) => {
    const { folders, trash, clearing } = reposOf(parts, actor.enterpriseId, trx);
    if (!(await folders.lockTree(entry.projectId))) return false;
    const row = await trash.lock(entry.id);
    if (!row || !(await clearing.begin(entry.id, { onlyDue: entry.onlyDue }))) return false;
    const fileIds = await trash.fileIds(entry.id);
    const [top] = row.folder_id === null ? [] : await folders.byIds([row.folder_id]);
    const [above] = top?.parent_id == null ? [] : await folders.byIds([top.parent_id]);
    if (above) {
      // Earlier deletions inside keep their own retention; their folders move one level up.
      for (const { id } of await clearing.nestedFolders(entry.id)) {
        const [nested] = await folders.byIds([id]);
        if (nested) await folders.replant(nested, above);
      }
      await clearing.rehouseFiles(entry.id, above.id);
    }
    await parts.bus.emit(trx, FileCleared, {
      actor,
      target: { kind: 'trash', id: entry.id, name: row.name },
      projectId: entry.projectId,
      before: { place: row.place, files: fileIds.length },
      data: { projectId: entry.projectId, trashId: entry.id, fileIds },
    });
    return true;
  }, ALONE);
  if (begun) await removeRows(parts, actor.enterpriseId, entry.id);
  return begun;
}

async function removeRows(parts: Parts, enterpriseId: number, trashId: number): Promise<void> {
  for (;;) {
    const { removed, sha256 } = await parts.db.transaction(
      (trx) => reposOf(parts, enterpriseId, trx).clearing.removeFiles(trashId, FILES_AT_ONCE),
      ALONE,
    );
    for (const key of sha256) await freeBytes(parts, enterpriseId, key);
    if (removed === 0) break;
  }
  await parts.db.transaction(async (trx) => {
    const { clearing, trash } = reposOf(parts, enterpriseId, trx);
    await clearing.removeFolders(trashId);
    await trash.remove(trashId);
  }, ALONE);
}

/**
 * Frees bytes that no version and no holder of any enterprise refers to. It takes the lock of storing, so content that is stored
 * again at the same time keeps its bytes.
 */
export async function freeBytes(parts: Parts, enterpriseId: number, sha256: string): Promise<void> {
  await parts.db.transaction(async (trx) => {
    const { clearing, systemClearingRepo: systemRepo } = reposOf(parts, enterpriseId, trx);
    await systemRepo.lockBytes(sha256);
    if (await clearing.bytesNeeded(sha256)) return;
    await clearing.forgetBytes(sha256);
    if (!(await systemRepo.bytesKnown(sha256))) await parts.storage.delete(sha256);
  }, ALONE);
}
