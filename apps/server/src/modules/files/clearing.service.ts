import { systemActor, type Actor } from '../../platform/actor.ts';
import { fail } from '../../platform/errors.ts';
import { askerOf } from './asker.ts';
import { clearingDoor } from './clearing.repo.ts';
import { FileCleared } from './files.events.ts';
import type { Caller, Parts } from './parts.ts';
import { reposOf } from './parts.ts';

const FILES_AT_ONCE = 500;
const ENTRIES_AT_ONCE = 200;

/** Entries are cleared one by one, each decided in a transaction of its own; returns how many this call cleared. */
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
    const [mine] = await trash.judged(asker, [id]); // the right may have gone while others were being cleared
    return mine !== undefined && (await clearEntry(parts, actor, { id, projectId: given.projectId, onlyDue: false }));
  };
  if (given.trashIds !== null) {
    for (const id of given.trashIds) if (await clearOne(id)) cleared += 1;
    if (cleared === 0) throw fail.notFound(); // somebody else cleared or restored all of them meanwhile
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

/** What the hourly timer does: entries whose time is over, removals that were begun and not ended, bytes that are nobody's. */
export async function sweepTrash(parts: Parts): Promise<void> {
  const door = clearingDoor(parts.tables.read);
  // One that cannot be cleared (its bytes are on a broken part of the disk) stands in nobody's way and is tried again in an hour.
  const each = async <T extends object>(entries: readonly T[], work: (entry: T) => Promise<unknown>): Promise<void> => {
    for (const entry of entries) {
      try {
        await work(entry);
      } catch (error) {
        parts.log.error({ err: error, entry }, 'what is over in the recycle bin could not be cleared yet');
      }
    }
  };
  await each(await door.due(ENTRIES_AT_ONCE), (entry) =>
    entry.begun
      ? removeRows(parts, entry.enterprise_id, entry.id)
      : clearEntry(parts, systemActor(entry.enterprise_id), {
          id: entry.id,
          projectId: entry.project_id,
          onlyDue: true,
        }),
  );
  await each(await door.strayBytes(ENTRIES_AT_ONCE), ({ enterprise_id, sha256 }) =>
    freeBytes(parts, enterprise_id, sha256),
  );
}

/**
 * Decides first, removes afterwards: from the moment the entry is marked nobody can restore it, so a removal that breaks off
 * leaves nothing half-alive behind, and the sweep ends it.
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
      // Earlier deletions inside keep their own thirty days; they hang one level higher from now on.
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
  });
  if (begun) await removeRows(parts, actor.enterpriseId, entry.id);
  return begun;
}

async function removeRows(parts: Parts, enterpriseId: number, trashId: number): Promise<void> {
  for (;;) {
    const { removed, sha256 } = await parts.db.transaction((trx) =>
      reposOf(parts, enterpriseId, trx).clearing.removeFiles(trashId, FILES_AT_ONCE),
    );
    for (const key of sha256) await freeBytes(parts, enterpriseId, key);
    if (removed === 0) break;
  }
  await parts.db.transaction(async (trx) => {
    const { clearing, trash } = reposOf(parts, enterpriseId, trx);
    await clearing.removeFolders(trashId);
    await trash.remove(trashId);
  });
}

/**
 * Frees bytes that no version of any enterprise refers to. Under the same lock as putting them there, so content that is being
 * stored again this moment is never taken from under its new version.
 */
export async function freeBytes(parts: Parts, enterpriseId: number, sha256: string): Promise<void> {
  await parts.db.transaction(async (trx) => {
    const { clearing, clearingDoor: door } = reposOf(parts, enterpriseId, trx);
    await door.lockBytes(sha256);
    if (await clearing.bytesNeeded(sha256)) return;
    await clearing.forgetBytes(sha256);
    if (!(await door.bytesKnown(sha256))) await parts.storage.delete(sha256);
  });
}
